import { Worker, type Transferable } from 'node:worker_threads';

export interface WorkerOptions {
  signal?: AbortSignal | undefined;
  /** Handed over and not usable afterwards; what is not named here is copied. */
  transfer?: Transferable[];
  /** A thread that grows past it fails alone. */
  heapMb?: number;
}

/**
 * Gives a thread of its own one message and waits for one answer, so that the process goes on
 * answering meanwhile. Rejects with what the thread threw, or when aborted.
 */
export async function inWorker<Answer>(
  file: URL,
  message: unknown,
  { signal, transfer = [], heapMb }: WorkerOptions = {},
): Promise<Answer> {
  signal?.throwIfAborted();
  const worker = new Worker(file, {
    ...(heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
  });
  const abort = () => void worker.terminate();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(signal?.reason ?? new Error(`${file.pathname} ended with ${code} and no answer.`)),
      );
      worker.postMessage(message, transfer);
    });
  } finally {
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
