import { SingleBar } from 'cli-progress';

/** A bar for people; on anything but a terminal it stays silent. */
export interface Progress {
  publishing(now: { bytesRead: number; bytesTotal: number; published: number }): void;
  /** Events of the run that are in the warehouse. */
  loading(loaded: number, of: number): void;
  computing(): void;
  stop(): void;
}

const SILENT: Progress = { publishing() {}, loading() {}, computing() {}, stop() {} };

export function showProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return SILENT;
  const bar = new SingleBar({
    stream,
    format: '{what} [{bar}] {percentage}% {detail}',
    hideCursor: true,
  });
  bar.start(1, 0, { what: 'reading  ', detail: '' });
  const show = (total: number, value: number, what: string, detail: string) => {
    bar.setTotal(Math.max(1, total));
    bar.update(value, { what, detail });
  };
  return {
    publishing: ({ bytesRead, bytesTotal, published }) =>
      show(bytesTotal, bytesRead, 'reading  ', `${published} events`),
    loading: (loaded, of) => show(of, loaded, 'loading  ', `${loaded} of ${of} events`),
    computing: () => show(1, 1, 'computing', 'snapshot'),
    stop: () => bar.stop(),
  };
}
