/** Return whether an image is line art: its corner is transparent. */
export function isLineArt(image: HTMLImageElement): boolean {
  try {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(image, 0, 0, 1, 1, 0, 0, 1, 1);
    return context?.getImageData(0, 0, 1, 1).data[3] === 0;
  } catch {
    return false; // A cross-origin image taints the canvas.
  }
}
