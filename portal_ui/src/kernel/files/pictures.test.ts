import { describe, expect, it } from 'vitest';
import { sortChosen } from './fileRules';
import { isPicture, jpegName, preparePicture } from './pictures';

describe('pictures', () => {
  it('are known by their names', () => {
    expect(['a.PNG', 'b.jpeg', 'c.webp', 'd.ico'].every((name) => isPicture({ name }))).toBe(true);
    expect(['a.heic', 'b.pdf', 'png', 'c.gif'].some((name) => isPicture({ name }))).toBe(false);
  });

  it('written anew get a jpeg name', () => {
    expect(jpegName('tube.side.png')).toBe('tube.side.jpg');
    expect(jpegName('tube')).toBe('tube.jpg');
  });

  it('of another kind are refused before anything is sent', () => {
    const files = [
      { name: 'a.png', size: 5 },
      { name: 'b.pdf', size: 5 },
    ];
    const { taken, refused } = sortChosen(files, { places: 5, maxBytes: 10 }, () => false, isPicture);
    expect(taken).toEqual([files[0]]);
    expect(refused).toEqual([{ file: files[1], why: 'kind' }]);
  });

  it('that cannot be drawn come back as they are: the server says what they are', async () => {
    const file = new File(['not a picture'], 'a.ico', { type: 'image/x-icon' });
    expect((await preparePicture(file, 5)).file).toBe(file);
  });
});
