import type { UploadedFile } from '../../api/types';
import { type Refusal, sortChosen } from './fileRules';
import { rememberThumb } from './localThumbnails';
import { type PreparedFile, worthShrinking } from './resizeImage';

/** Why an upload stopped. `line`: the connection broke, worth another try; the rest says what the server answered. */
export type UploadFailure =
  | { why: 'line' }
  | { why: 'size' | 'kind' | 'session' | 'busy' | 'server'; message: string | null };

/** One file on its way. */
export interface Upload {
  key: string;
  name: string;
  /** Size as chosen; `sentSize` is what travels once a photo was made smaller. */
  size: number;
  sentSize: number | null;
  state: 'waiting' | 'preparing' | 'sending' | 'failed';
  /** 0 to 1. */
  progress: number;
  failure: UploadFailure | null;
  thumbUrl: string | null;
}

/** What a field shows of its uploads. */
export interface QueueState {
  uploads: readonly Upload[];
  refused: readonly { name: string; why: Refusal }[];
}

/** Sends one file; rejects with an UploadError. */
export type Sender = (file: File, signal: AbortSignal, onProgress: (share: number) => void) => Promise<UploadedFile>;

/** A failed upload, with the reason the field shows. */
export class UploadError extends Error {
  constructor(readonly failure: UploadFailure) {
    super(failure.why);
  }
}

interface QueueOptions {
  maxBytes: number;
  send: Sender;
  prepare: (file: File) => Promise<PreparedFile>;
  onUploaded: (file: UploadedFile) => void;
  /** Which files are taken at all; every one where absent. */
  takes?: (file: File) => boolean;
  /** Which files are made smaller, so that their size as chosen says nothing; large photos where absent. */
  willShrink?: (file: File) => boolean;
}

/** The picture of a file that is not sent after all. */
const releaseThumb = ({ thumbUrl }: Upload): void => {
  if (thumbUrl) URL.revokeObjectURL(thumbUrl);
};

const AT_ONCE = 2;
let nextKey = 0;

/**
 * The uploads of one field. It lives outside the component, so that they go on while a dialog is closed
 * or a row is scrolled out of sight.
 */
export class UploadQueue {
  private state: QueueState = { uploads: [], refused: [] };
  private readonly sources = new Map<string, { file: File; prepared: boolean; abort: AbortController }>();
  private readonly listeners = new Set<() => void>();
  private preparing: Promise<void> = Promise.resolve();

  constructor(private readonly options: QueueOptions) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getState = (): QueueState => this.state;

  /** Takes chosen, dropped or pasted files; `places` is how many more the field takes beside those on their way. */
  add(files: readonly File[], places: number): void {
    const { takes, willShrink } = this.options;
    const room = { places: places - this.state.uploads.length, maxBytes: this.options.maxBytes };
    const { taken, refused } = sortChosen(files, room, willShrink ?? worthShrinking, takes);
    const uploads = taken.map((file) => this.enrol(file));
    this.set({
      uploads: [...this.state.uploads, ...uploads],
      refused: refused.map(({ file, why }) => ({ name: file.name, why })),
    });
    this.pump();
  }

  /** Stops an upload and forgets it. */
  cancel(key: string): void {
    this.sources.get(key)?.abort.abort();
    this.state.uploads.filter((upload) => upload.key === key).forEach(releaseThumb);
    this.forget(key);
    this.pump();
  }

  /** Sends a failed file again. */
  retry(key: string): void {
    const source = this.sources.get(key);
    if (!source) return;
    source.abort = new AbortController();
    this.update(key, { state: 'waiting', failure: null, progress: 0 });
    this.pump();
  }

  /** Sends again all that stopped because the connection was lost. */
  retryLost = (): void => {
    for (const upload of this.state.uploads) if (upload.failure?.why === 'line') this.retry(upload.key);
  };

  dismissRefused = (): void => this.set({ ...this.state, refused: [] });

  /** Stops everything: the form was sent, cleared or left. */
  stop(): void {
    for (const source of this.sources.values()) source.abort.abort();
    this.sources.clear();
    this.state.uploads.forEach(releaseThumb);
    this.set({ uploads: [], refused: [] });
  }

  private enrol(file: File): Upload {
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

  private pump(): void {
    const busy = this.state.uploads.filter(
      (upload) => upload.state === 'preparing' || upload.state === 'sending',
    ).length;
    const waiting = this.state.uploads.filter((upload) => upload.state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE - busy))) void this.run(upload.key);
  }

  private async run(key: string): Promise<void> {
    const source = this.sources.get(key);
    if (!source) return;
    const { signal } = source.abort;
    try {
      this.update(key, { state: 'preparing' });
      if (!source.prepared) await this.prepare(key);
      if (signal.aborted) return;
      if (source.file.size >= this.options.maxBytes) throw new UploadError({ why: 'size', message: null });
      this.update(key, { state: 'sending', sentSize: source.file.size });
      const uploaded = await this.options.send(source.file, signal, (progress) => this.update(key, { progress }));
      if (signal.aborted) return;
      const thumbUrl = this.state.uploads.find((upload) => upload.key === key)?.thumbUrl;
      if (thumbUrl) rememberThumb(uploaded.id, thumbUrl);
      this.forget(key);
      this.options.onUploaded(uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const failure: UploadFailure = error instanceof UploadError ? error.failure : { why: 'server', message: null };
      this.update(key, { state: 'failed', failure });
    }
    this.pump();
  }

  /** Photos are decoded one after the other: five of them at once would not fit into a phone's memory. */
  private prepare(key: string): Promise<void> {
    this.preparing = this.preparing.then(async () => {
      const source = this.sources.get(key);
      if (!source || source.abort.signal.aborted) return;
      source.prepared = true;
      const prepared = await this.options.prepare(source.file).catch(() => null);
      if (!prepared || source.abort.signal.aborted) return; // What cannot be drawn travels as it is.
      source.file = prepared.file;
      if (prepared.thumb) this.update(key, { thumbUrl: URL.createObjectURL(prepared.thumb) });
    });
    return this.preparing;
  }

  private forget(key: string): void {
    this.sources.delete(key);
    this.set({ ...this.state, uploads: this.state.uploads.filter((upload) => upload.key !== key) });
  }

  private update(key: string, change: Partial<Upload>): void {
    const uploads = this.state.uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload));
    this.set({ ...this.state, uploads });
  }

  private set(state: QueueState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
