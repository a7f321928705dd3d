import { useEvent } from 'ra-core';
import { type DragEvent, useEffect } from 'react';

/** The files of a drop or a paste; folders, which arrive as unreadable files, are left out. */
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
 * Handlers of an element that files are dropped on; while they are over it, it has `data-over`. Of two around one
 * another the inner takes them, also where the inner is in a dialog: to React that lies in what opened it.
 */
export function createDropHandlers(onFiles: (files: File[]) => void) {
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.dataset.over = '';
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) delete event.currentTarget.dataset.over;
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      event.stopPropagation();
      delete event.currentTarget.dataset.over;
      onFiles(getFiles(event.dataTransfer));
    },
  };
}

type FilesHandler = (files: File[]) => void;

/** Fields on screen that take pasted files, the newest last: it gets them (a dialog's before the page's). */
const pasteTargets: FilesHandler[] = [];

/** Whether pasted data has text besides file names: some systems add names or paths of the files. */
function hasText(data: DataTransfer | null, files: readonly File[]): boolean {
  const names = new Set(files.map(({ name }) => name));
  const lines = (data?.getData('text/plain') ?? '').split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.some((line) => !names.has(line.slice(line.search(/[^/\\]*$/))));
}

/** Spreadsheets put a picture of the copied cells beside their text: who pastes into a field means the text. */
const isTextPaste = ({ target, clipboardData }: ClipboardEvent, files: readonly File[]): boolean =>
  target instanceof Element && target.closest(':read-write') !== null && hasText(clipboardData, files);

function handlePaste(event: ClipboardEvent) {
  const files = getFiles(event.clipboardData);
  if (files.length === 0 || isTextPaste(event, files)) return;
  event.preventDefault();
  pasteTargets.at(-1)?.(files);
}

/** Hands files that are pasted anywhere on the page to `onFiles`, while it is enabled. */
export function usePastedFiles(onFiles: FilesHandler, enabled: boolean): void {
  const take = useEvent(onFiles);
  useEffect(() => {
    if (!enabled) return;
    // Adding the same listener once more changes nothing.
    document.addEventListener('paste', handlePaste);
    pasteTargets.push(take);
    return () => {
      pasteTargets.splice(pasteTargets.indexOf(take), 1);
      if (pasteTargets.length === 0) document.removeEventListener('paste', handlePaste);
    };
  }, [take, enabled]);
}
