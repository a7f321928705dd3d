// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resizeIfLarge } from './resizeImage';

/** Drawn images: their longest side and type. `encode` returns the blob of each, or null. */
let drawn: string[];
let encode: (side: number, type: string) => Blob | null;
const close = vi.fn();
const decode = vi.fn();

/** Build a file of a size, without its content. */
function build(name: string, type: string, size: number, header = '') {
  const file = new File([header], name, { type, lastModified: 1234 });
  Object.defineProperty(file, 'size', { value: size });
  Object.defineProperty(file, 'slice', {
    value: () => ({ arrayBuffer: async () => new TextEncoder().encode(header).buffer }),
  });
  return file;
}

/** Build a blob of a size, without its content. */
function blob(type: string, size: number) {
  const result = new Blob([], { type });
  Object.defineProperty(result, 'size', { value: size });
  return result;
}

beforeEach(() => {
  drawn = [];
  encode = (side, type) => blob(type, side * 1_000);
  close.mockReset();
  decode.mockReset().mockResolvedValue({ width: 4_000, height: 3_000, close });
  vi.stubGlobal('createImageBitmap', decode);
  // File of a blob with a given size, which jsdom would count again.
  const Original = File;
  vi.stubGlobal(
    'File',
    class extends Original {
      constructor(parts: Blob[], name: string, options: FilePropertyBag) {
        super([], name, options);
        Object.defineProperty(this, 'size', { value: parts[0]?.size ?? 0, configurable: true });
      }
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => ({ drawImage() {} })) as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    callback,
    type = '',
  ) {
    const side = Math.max(this.width, this.height);
    drawn.push(`${side} ${type}`);
    callback(encode(side, type));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('reduces a large photo to its longest side, under its name and time', async () => {
  const { file, thumb } = await resizeIfLarge(build('a.jpg', 'image/jpeg', 9_000_000));
  expect(file).toMatchObject({ name: 'a.jpg', type: 'image/jpeg', size: 2_560_000, lastModified: 1234 });
  expect(thumb?.type).toBe('image/jpeg');
  expect(drawn).toEqual(['96 image/jpeg', '2560 image/jpeg']);
  expect(decode).toHaveBeenCalledWith(expect.anything(), { imageOrientation: 'from-image' });
  expect(close).toHaveBeenCalledTimes(1);
});

it('keeps a small image, with a thumbnail of its own type', async () => {
  const small = build('a.png', 'image/png', 900_000);
  const { file, thumb } = await resizeIfLarge(small);
  expect(file).toBe(small);
  expect(thumb?.type).toBe('image/png');
  expect(drawn).toEqual(['96 image/png']);
});

it('keeps the original of a photo that would not become smaller', async () => {
  encode = (_, type) => blob(type, 9_000_000);
  const photo = build('a.jpg', 'image/jpeg', 9_000_000);
  expect((await resizeIfLarge(photo)).file).toBe(photo);
});

it('reduces an image until it is below the limit, as JPEG under a matching name', async () => {
  const { file } = await resizeIfLarge(build('a.b.png', 'image/png', 3_000_000), 1_440_000);
  expect(file).toMatchObject({ name: 'a.b.jpg', type: 'image/jpeg', size: 1_080_000, lastModified: 1234 });
  expect(drawn.slice(1)).toEqual([
    '2560 image/png',
    '2560 image/jpeg',
    '1920 image/jpeg',
    '1440 image/jpeg',
    '1080 image/jpeg',
  ]);
});

it('keeps the name of a JPEG below the limit, and reduces one of exactly the limit', async () => {
  const under = build('a.jpeg', 'image/jpeg', 999_999);
  expect((await resizeIfLarge(under, 1_000_000)).file).toBe(under);
  const { file } = await resizeIfLarge(build('a.jpeg', 'image/jpeg', 1_000_000), 1_000_000);
  expect(file).toMatchObject({ name: 'a.jpeg', size: 720_000 });
});

it('returns the smallest version if none is below the limit', async () => {
  const { file } = await resizeIfLarge(build('a.jpg', 'image/jpeg', 9_000_000), 5);
  expect(file).toMatchObject({ size: 2_560_000 });
});

it('keeps an animation as it is', async () => {
  const animation = build('a.webp', 'image/webp', 9_000_000, 'RIFF....WEBPVP8X....ANIM');
  expect((await resizeIfLarge(animation, 1_000)).file).toBe(animation);
});

it('keeps a photo of a type that the browser cannot encode', async () => {
  encode = (side) => blob('image/png', side);
  const photo = build('a.webp', 'image/webp', 9_000_000);
  const { file, thumb } = await resizeIfLarge(photo);
  expect([file === photo, thumb]).toEqual([true, null]);
});

it('keeps a damaged photo, and does not decode other files', async () => {
  decode.mockRejectedValue(new Error('damaged'));
  const photo = build('a.jpg', 'image/jpeg', 9_000_000);
  expect(await resizeIfLarge(photo)).toEqual({ file: photo, thumb: null });
  const document = build('a.pdf', 'application/pdf', 9_000_000);
  expect(await resizeIfLarge(document)).toEqual({ file: document, thumb: null });
  expect(decode).toHaveBeenCalledTimes(1);
});
