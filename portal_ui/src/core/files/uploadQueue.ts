import { Listeners } from '../../api/listeners';
import type { UploadedFile } from '../../api/types';
import { partitionFiles, type RejectedFile } from './fileRules';
import { setLocalThumbnail } from './localThumbnails';
import { type PreparedFile, shouldResize } from './resizeImage';

/**
 * Reason why an upload failed. `connection`: the connection was lost, so a retry may help; else `message` is the server's.
 */
export type UploadFailure =
  | { reason: 'connection' }
  | { reason: 'size' | 'kind' | 'session' | 'busy' | 'server'; message: string | null };

/** Upload of one file. */
export interface Upload {
  key: string;
  name: string;
  /** Original size in bytes; `sentSize` is the uploaded one, after resizing. */
  size: number;
  sentSize: number | null;
  state: 'waiting' | 'preparing' | 'sending' | 'failed';
  /** Fraction from 0 to 1. */
  progress: number;
  failure: UploadFailure | null;
  thumbUrl: string | null;
}

/** State of a field's uploads, with its rejected files. */
export interface QueueState {
  uploads: readonly Upload[];
  rejected: readonly { name: string; reason: RejectedFile }[];
}

/** Upload of one file; rejects with an UploadError. */
export type UploadFunction = (
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) => Promise<UploadedFile>;

/** Error of a failed upload, with the reason to show. */
export class UploadError extends Error {
  constructor(readonly failure: UploadFailure) {
    super(failure.reason);
  }
}

interface QueueOptions {
  maxBytes: number;
  send: UploadFunction;
  prepare: (file: File) => Promise<PreparedFile>;
  onUploaded: (file: UploadedFile) => void;
  /** Return whether a file is accepted; all are if absent. */
  accepts?: (file: File) => boolean;
  /**
   * Return whether a file will be resized; if absent, large photos are. The original size of such a file does not
   * count.
   */
  willResize?: (file: File) => boolean;
}

/** Revoke the thumbnail of an upload that is not finished. */
const revokeThumbnail = ({ thumbUrl }: Upload): void => {
  if (thumbUrl) URL.revokeObjectURL(thumbUrl);
};

const MAX_CONCURRENT = 2;
let nextKey = 0;

/**
 * Upload queue of one field.
 *
 * Not part of the component, so that uploads continue while a dialog is closed or a row is scrolled out of view.
 */
export class UploadQueue {
  private state: QueueState = { uploads: [], rejected: [] };
  private readonly sources = new Map<string, { file: File; prepared: boolean; abort: AbortController }>();
  private readonly listeners = new Listeners();
  private preparing: Promise<void> = Promise.resolve();

  constructor(private readonly options: QueueOptions) {}

  readonly subscribe = this.listeners.subscribe;

  getState = (): QueueState => this.state;

  /** Add files; `places` is how many the field takes, unfinished uploads included. */
  add(files: readonly File[], maxFiles: number): void {
    const { accepts, willResize } = this.options;
    const limits = { maxFiles: maxFiles - this.state.uploads.length, maxBytes: this.options.maxBytes };
    const { accepted, rejected } = partitionFiles(files, limits, willResize ?? shouldResize, accepts);
    const uploads = accepted.map((file) => this.enqueue(file));
    this.set({
      uploads: [...this.state.uploads, ...uploads],
      rejected: rejected.map(({ file, reason }) => ({ name: file.name, reason })),
    });
    this.startNext();
  }

  /** Cancel an upload. */
  cancel(key: string): void {
    this.sources.get(key)?.abort.abort();
    this.state.uploads.filter((upload) => upload.key === key).forEach(revokeThumbnail);
    this.discard(key);
    this.startNext();
  }

  /** Retry a failed upload. */
  retry(key: string): void {
    const source = this.sources.get(key);
    if (!source) return;
    source.abort = new AbortController();
    this.update(key, { state: 'waiting', failure: null, progress: 0 });
    this.startNext();
  }

  /** Retry all uploads whose connection was lost. */
  retryLost = (): void => {
    for (const upload of this.state.uploads) if (upload.failure?.reason === 'connection') this.retry(upload.key);
  };

  dismissRejected = (): void => this.set({ ...this.state, rejected: [] });

  /** Cancel all uploads: the form was sent, cleared or left. */
  stop(): void {
    for (const source of this.sources.values()) source.abort.abort();
    this.sources.clear();
    this.state.uploads.forEach(revokeThumbnail);
    this.set({ uploads: [], rejected: [] });
  }

  private enqueue(file: File): Upload {
    nextKey += 1;
    const key = `u${nextKey}`;
    this.sources.set(key, { file, prepared: false, abort: new AbortController() });
    return {
      key,
      name: file.name,
      size: file.size,
      sentSize: null,
      state: 'waiting',
      progress: 0,
      failure: null,
      thumbUrl: null,
    };
  }

  private startNext(): void {
    const busy = this.state.uploads.filter(
      (upload) => upload.state === 'preparing' || upload.state === 'sending',
    ).length;
    const waiting = this.state.uploads.filter((upload) => upload.state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, MAX_CONCURRENT - busy))) void this.run(upload.key);
  }

  private async run(key: string): Promise<void> {
    const source = this.sources.get(key);
    if (!source) return;
    const { signal } = source.abort;
    try {
      this.update(key, { state: 'preparing' });
      if (!source.prepared) await this.prepare(key);
      if (signal.aborted) return;
      if (source.file.size >= this.options.maxBytes) throw new UploadError({ reason: 'size', message: null });
      this.update(key, { state: 'sending', sentSize: source.file.size });
      const uploaded = await this.options.send(source.file, signal, (progress) => this.update(key, { progress }));
      if (signal.aborted) return;
      const thumbUrl = this.state.uploads.find((upload) => upload.key === key)?.thumbUrl;
      if (thumbUrl) setLocalThumbnail(uploaded.id, thumbUrl);
      this.discard(key);
      this.options.onUploaded(uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const failure: UploadFailure = error instanceof UploadError ? error.failure : { reason: 'server', message: null };
      this.update(key, { state: 'failed', failure });
    }
    this.startNext();
  }

  /** Decode photos one at a time: five at once would exceed the memory of a phone. */
  private prepare(key: string): Promise<void> {
    this.preparing = this.preparing.then(async () => {
      const source = this.sources.get(key);
      if (!source || source.abort.signal.aborted) return;
      source.prepared = true;
      const prepared = await this.options.prepare(source.file).catch(() => null);
      if (!prepared || source.abort.signal.aborted) return; // A file that cannot be decoded is uploaded unchanged.
      source.file = prepared.file;
      if (prepared.thumb) this.update(key, { thumbUrl: URL.createObjectURL(prepared.thumb) });
    });
    return this.preparing;
  }

  private discard(key: string): void {
    this.sources.delete(key);
    this.set({ ...this.state, uploads: this.state.uploads.filter((upload) => upload.key !== key) });
  }

  private update(key: string, change: Partial<Upload>): void {
    const uploads = this.state.uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload));
    this.set({ ...this.state, uploads });
  }

  private set(state: QueueState): void {
    this.state = state;
    this.listeners.notify();
  }
}
