import { use, type ComponentType } from 'react';

/** The code of a component did not come: the connection is gone, or a newer build has taken its place. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
  /** Has the code asked for anew when the component is next drawn. Until then it stays failed, or React would ask without end. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A part of the page could not be loaded', { cause });
    this.forget = forget;
  }
}

/**
 * A component whose code is loaded when it is first drawn: as `lazy`, except that what failed is asked for
 * again once an `ErrorBoundary` has caught it.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  const forget = () => {
    loading = null;
  };
  const ask = () =>
    (loading ??= load().catch((cause: unknown) => {
      throw new NotLoaded(cause, forget);
    }));
  return function Later(props: Props) {
    const Piece = use(ask());
    return <Piece {...props} />;
  };
}
