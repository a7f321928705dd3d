import type { RefusedFile, Upload } from './uploadQueue';

/** A sentence in the words of locale/files.json: its key and what it names. */
export type Words = { key: string; values?: Record<string, string | number> };

type Limits = { count: number; size: string };

/** What is said of a file that stopped. The server's own sentence is preferred: it knows more. */
export function failureWords(upload: Upload, limits: Limits): Words | string {
  const { failure } = upload;
  if (!failure || failure.why === 'line') return { key: 'files.failed.line' };
  if (failure.message) return failure.message;
  return { key: `files.failed.${failure.why}`, values: { size: limits.size } };
}

/** What is said of files that were not taken, one sentence a reason. */
export function refusedWords(refused: readonly RefusedFile[], limits: Limits): Words[] {
  const names = (why: RefusedFile['why']) => refused.filter((file) => file.why === why).map((file) => file.name);
  const [tooMany, tooLarge, empty, otherKind] = [names('count'), names('size'), names('empty'), names('kind')];
  const words: Words[] = [];
  const sentence = (key: string, files: string[]) => {
    if (files.length === 0) return;
    const values = { smart_count: files.length, names: files.join(', '), count: limits.count, size: limits.size };
    words.push({ key, values });
  };
  sentence('files.refused.kind', otherKind);
  sentence('files.refused.size', tooLarge);
  sentence('files.refused.empty', empty);
  sentence('files.refused.count', tooMany);
  return words;
}

/** The percentage of a file on its way; the last hundredth is the server's answer, so 100 % is never shown early. */
export function percentOf(upload: Upload): number {
  return Math.min(99, Math.floor(upload.progress * 100));
}

/** How far all uploads of a field are together, by their bytes. */
export function overallPercent(uploads: readonly Upload[]): number {
  const bytes = (upload: Upload) => upload.sentSize ?? upload.size;
  const total = uploads.reduce((sum, upload) => sum + bytes(upload), 0);
  const sent = uploads.reduce((sum, upload) => sum + bytes(upload) * upload.progress, 0);
  return total === 0 ? 0 : Math.min(99, Math.floor((sent / total) * 100));
}
