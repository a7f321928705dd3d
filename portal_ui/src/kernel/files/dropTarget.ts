import type { DragEvent } from 'react';

/** Handlers of an element that files are dropped on; while they are over it, it has `data-over`. */
export function dropTarget(take: (data: DataTransfer) => void) {
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.currentTarget.dataset.over = '';
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) delete event.currentTarget.dataset.over;
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      delete event.currentTarget.dataset.over;
      take(event.dataTransfer);
    },
  };
}
