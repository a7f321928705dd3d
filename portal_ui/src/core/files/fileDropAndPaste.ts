import { useEvent } from 'ra-core';
import { type DragEvent, useEffect } from 'react';

/** Return the files of a drop or paste, without folders, which are unreadable. */
export const getFiles = (data: DataTransfer | null): File[] => {
  if (!data) return [];
  const items = Array.from(data.items ?? []).filter((item) => item.kind === 'file');
  if (items.length === 0) return Array.from(data.files);
  return items
    .filter((item) => !item.webkitGetAsEntry?.()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file): file is File => file !== null);
};

/**
 * Create drop handlers; the element has `data-drag-over` while files are over it.
 *
 * Events do not propagate: React bubbles those of a dialog to the component that opened it.
 */
export function createDropHandlers(onFiles: (files: File[]) => void) {
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.dataset.dragOver = '';
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null))
        delete event.currentTarget.dataset.dragOver;
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      event.stopPropagation();
      delete event.currentTarget.dataset.dragOver;
      onFiles(getFiles(event.dataTransfer));
    },
  };
}

type FilesHandler = (files: File[]) => void;

/** Enabled fields that accept pasted files; the last mounted one gets them. Thus a dialog precedes the page. */
const pasteTargets: FilesHandler[] = [];

/** Return whether pasted data has text other than names or paths of its files. */
function hasText(data: DataTransfer | null, files: readonly File[]): boolean {
  const names = new Set(files.map(({ name }) => name));
  const lines = (data?.getData('text/plain') ?? '').split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.some((line) => !names.has(line.slice(line.search(/[^/\\]*$/))));
}

/** Return whether a paste into a text field means its text. Spreadsheets add an image to copied cells. */
const isTextPaste = ({ target, clipboardData }: ClipboardEvent, files: readonly File[]): boolean =>
  target instanceof Element && target.closest(':read-write') !== null && hasText(clipboardData, files);

function handlePaste(event: ClipboardEvent) {
  const files = getFiles(event.clipboardData);
  if (files.length === 0 || isTextPaste(event, files)) return;
  event.preventDefault();
  pasteTargets.at(-1)?.(files);
}

/** Pass files that are pasted anywhere on the page to `onFiles` while enabled. */
export function usePastedFiles(onFiles: FilesHandler, enabled: boolean): void {
  const handleFiles = useEvent(onFiles);
  useEffect(() => {
    if (!enabled) return;
    // Adding the same listener again has no effect.
    document.addEventListener('paste', handlePaste);
    pasteTargets.push(handleFiles);
    return () => {
      pasteTargets.splice(pasteTargets.indexOf(handleFiles), 1);
      if (pasteTargets.length === 0) document.removeEventListener('paste', handlePaste);
    };
  }, [handleFiles, enabled]);
}
