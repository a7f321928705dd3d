// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { TestTranslationProvider } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { Run } from '../../api/imports';
import { EncodingNote, EncodingPicker } from './Encoding';

afterEach(cleanup);

const run = {
  encoding: 'cp1250',
  encodings: [
    { key: 'cp1250', name: 'Central European' },
    { key: 'cp1254', name: 'Turkish' },
  ],
  samples: ['1;algýlayýcý'],
} as unknown as Run;

const renderPicker = (element: React.ReactElement) =>
  render(<TestTranslationProvider messages={{}}>{element}</TestTranslationProvider>);

it('shows the detected encoding with sample lines and offers others', () => {
  const choose = vi.fn();
  renderPicker(<EncodingPicker run={run} disabled={false} onEncoding={choose} />);
  expect(screen.getByText('1;algýlayýcý')).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole('combobox'));
  fireEvent.click(within(screen.getByRole('listbox')).getByText('Turkish'));
  expect(choose).toHaveBeenCalledWith('cp1254');
});

it('shows the assumed encoding in the review, unless the file is UTF-8', () => {
  const { rerender } = renderPicker(<EncodingNote run={run} />);
  expect(screen.getByText('1;algýlayýcý')).toBeTruthy();
  rerender(
    <TestTranslationProvider messages={{}}>
      <EncodingNote run={{ ...run, encoding: 'utf-8' }} />
    </TestTranslationProvider>,
  );
  expect(screen.queryByText('1;algýlayýcý')).toBeNull();
});

it('offers no encoding for a spreadsheet, or for a file that every encoding reads the same', () => {
  const { container, rerender } = renderPicker(
    <EncodingPicker run={{ ...run, encoding: null }} disabled={false} onEncoding={() => {}} />,
  );
  expect(container.textContent).toBe('');
  for (const element of [
    <EncodingPicker key="a" run={{ ...run, samples: [] }} disabled={false} onEncoding={() => {}} />,
    <EncodingNote key="b" run={{ ...run, samples: [] }} />,
    <EncodingNote key="c" run={{ ...run, encoding: null }} />,
    <EncodingNote key="d" run={{ ...run, encoding: 'utf-16' }} />,
  ]) {
    rerender(<TestTranslationProvider messages={{}}>{element}</TestTranslationProvider>);
    expect(container.textContent).toBe('');
  }
});

it('names the assumed encoding', () => {
  const messages = { imports: { encoding: { assumed: ({ name }: { name: string }) => `Read as ${name}` } } };
  const { rerender } = render(
    <TestTranslationProvider messages={messages}>
      <EncodingNote run={run} />
    </TestTranslationProvider>,
  );
  expect(screen.getByText('Read as Central European')).toBeTruthy();
  rerender(
    <TestTranslationProvider messages={messages}>
      <EncodingNote run={{ ...run, encoding: 'cp999' }} />
    </TestTranslationProvider>,
  );
  expect(screen.getByText('Read as cp999')).toBeTruthy();
});

it('cannot be changed while the file is read again', () => {
  renderPicker(<EncodingPicker run={run} disabled onEncoding={() => {}} />);
  expect(screen.getByRole('combobox').getAttribute('aria-disabled')).toBe('true');
});
