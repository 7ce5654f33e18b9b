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

/** Drawn at once where its code has come already. */
export type Later<Props extends object> = ComponentType<Props> & {
  preload: () => Promise<unknown>;
};

/**
 * A component whose code is loaded when it is first drawn, or before: as `lazy`, except that what failed is
 * asked for again once an `ErrorBoundary` has caught it.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Later<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const forget = () => {
    loading = null;
  };
  const ask = () =>
    (loading ??= load().then(
      (component) => (loaded = component),
      (cause: unknown) => {
        throw new NotLoaded(cause, forget);
      },
    ));
  function Later(props: Props) {
    const Piece = loaded ?? use(ask());
    return <Piece {...props} />;
  }
  return Object.assign(Later, { preload: ask });
}
