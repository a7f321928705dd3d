import { describe, expect, it } from 'vitest';
import { fitWithin, isAnimated, resizeIfLarge, shouldResize, toJpegName } from './resizeImage';

describe('resizing', () => {
  it('applies only to large JPEG, PNG and WebP files', () => {
    expect(shouldResize({ type: 'image/jpeg', size: 2_000_001 })).toBe(true);
    expect(shouldResize({ type: 'image/png', size: 9_000_000 })).toBe(true);
    expect(shouldResize({ type: 'image/webp', size: 9_000_000 })).toBe(true);
    expect(shouldResize({ type: 'image/jpeg', size: 2_000_000 })).toBe(false);
    expect(shouldResize({ type: 'image/gif', size: 9_000_000 })).toBe(false);
    expect(shouldResize({ type: 'image/heic', size: 9_000_000 })).toBe(false);
    expect(shouldResize({ type: 'application/pdf', size: 9_000_000 })).toBe(false);
  });

  it('limits the longest side and keeps the aspect ratio', () => {
    expect(fitWithin(4000, 3000, 2560)).toEqual({ width: 2560, height: 1920 });
    expect(fitWithin(3000, 4000, 2560)).toEqual({ width: 1920, height: 2560 });
    expect(fitWithin(20_000, 3, 2560)).toEqual({ width: 2560, height: 1 });
    expect(fitWithin(800, 600, 2560)).toEqual({ width: 800, height: 600 });
  });

  it('skips animations', () => {
    const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect(isAnimated(bytes('RIFF....WEBPVP8X..........ANIM'), 'image/webp')).toBe(true);
    expect(isAnimated(bytes('RIFF....WEBPVP8 ...'), 'image/webp')).toBe(false);
    expect(isAnimated(bytes('.PNG....IHDR....acTL'), 'image/png')).toBe(true);
    expect(isAnimated(bytes('acTL'), 'image/jpeg')).toBe(false);
    expect(isAnimated(new Uint8Array(), 'image/png')).toBe(false);
  });

  it('renames an image that is converted to JPEG', () => {
    expect(toJpegName('tube.side.png')).toBe('tube.side.jpg');
    expect(toJpegName('tube')).toBe('tube.jpg');
  });

  it('returns a file that cannot be decoded unchanged', async () => {
    const file = new File(['not a picture'], 'a.ico', { type: 'image/x-icon' });
    expect((await resizeIfLarge(file, 5)).file).toBe(file);
  });
});
