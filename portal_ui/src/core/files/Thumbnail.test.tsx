// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { TestTranslationProvider } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { PreviewProvider } from './preview';
import { Thumbnail } from './Thumbnail';

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
