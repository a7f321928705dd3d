// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { TestTranslationProvider } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { PreviewProvider } from './preview';
import { buildThumbnailUrl, Thumbnail } from './Thumbnail';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Render a thumbnail and load it; its corner pixel has this opacity. */
function load(opacity: number): HTMLImageElement {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage() {},
    getImageData: () => ({ data: [0, 0, 0, opacity] }),
  } as never);
  const { container } = render(
    <TestTranslationProvider translate={(key: string) => key}>
      <ThemeProvider theme={theme}>
        <PreviewProvider>
          <Thumbnail plain imageUrl="/picture" name="D3S ID" />
        </PreviewProvider>
      </ThemeProvider>
    </TestTranslationProvider>,
  );
  const image = container.querySelector('img');
  if (!image) throw new Error('no image');
  fireEvent.load(image);
  return image;
}

it('marks line art, which is inverted in dark mode, but not photos', () => {
  expect(load(0).dataset.drawing).toBe('true');
  cleanup();
  expect(load(255).dataset.drawing).toBeUndefined();
});

it('loads the small version of a signed image, and a local one as it is', () => {
  expect(buildThumbnailUrl('/image')).toBe('/image?size=thumb');
  expect(buildThumbnailUrl('/image?token=1')).toBe('/image?token=1&size=thumb');
  expect(buildThumbnailUrl('blob:image')).toBe('blob:image');
});

const show = (props: { imageUrl: string | null | undefined; plain?: boolean }) =>
  render(
    <TestTranslationProvider translate={(key: string) => key}>
      <ThemeProvider theme={theme}>
        <PreviewProvider>
          <Thumbnail name="D3S ID" {...props} />
        </PreviewProvider>
      </ThemeProvider>
    </TestTranslationProvider>,
  );

it('opens the whole image', async () => {
  show({ imageUrl: '/image?token=1' });
  fireEvent.click(screen.getByRole('button', { name: 'files.previewOf' }));
  const image = await screen.findByRole('img', { name: 'D3S ID' });
  expect(image.getAttribute('src')).toBe('/image?token=1');
});

it.each([
  ['in a row that is a button itself', { imageUrl: '/image', plain: true }],
  ['of a local image, which has no larger version', { imageUrl: 'blob:image' }],
  ['without an image', { imageUrl: null }],
])('is no button %s', (_, props) => {
  show(props);
  expect(screen.queryByRole('button')).toBeNull();
});

it('has an icon instead of an image that cannot be loaded, until there is another', () => {
  const { container, rerender } = show({ imageUrl: '/image' });
  fireEvent.error(container.querySelector('img') as Element);
  expect(container.querySelector('img')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  rerender(
    <TestTranslationProvider translate={(key: string) => key}>
      <ThemeProvider theme={theme}>
        <PreviewProvider>
          <Thumbnail name="D3S ID" imageUrl="/renewed" />
        </PreviewProvider>
      </ThemeProvider>
    </TestTranslationProvider>,
  );
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/renewed?size=thumb');
});
