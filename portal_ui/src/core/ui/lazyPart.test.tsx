// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { theme } from '../../theme/theme';
import { OutdatedPageError } from './chunkErrors';
import { lazyPart } from './lazyPart';
import { reloadPage } from './reloadPage';

vi.mock('./reloadPage');

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.mocked(reloadPage).mockClear();
});

const code = { default: ({ units }: { units: number }) => <p>{units} units</p> };

function draw(part: ReactNode) {
  render(
    <ThemeProvider theme={theme}>
      <CoreAdminContext>
        <input aria-label="Street" />
        {part}
      </CoreAdminContext>
    </ThemeProvider>,
  );
  fireEvent.change(screen.getByLabelText('Street'), { target: { value: 'Half typed' } });
}
const street = () => screen.getByLabelText<HTMLInputElement>('Street').value;

it('leaves the page with what is typed on it where the code of a part does not load, and loads it at a retry', async () => {
  const Part = lazyPart(vi.fn(async () => code).mockRejectedValueOnce(new TypeError('lost')));
  draw(<Part units={3} />);
  fireEvent.click(await screen.findByRole('button', { name: 'shared.tryAgain' }));
  expect(await screen.findByText('3 units')).toBeTruthy();
  expect(street()).toBe('Half typed');
});

it('offers to reload the page after a retry in vain', async () => {
  const Part = lazyPart(vi.fn(async () => code).mockRejectedValue(new TypeError('lost')), { onFailure: 'inline' });
  draw(<Part units={3} />);
  fireEvent.click(await screen.findByRole('button', { name: 'shared.tryAgain' }));
  fireEvent.click(await screen.findByRole('button', { name: 'shared.reloadPage' }));
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(street()).toBe('Half typed');
});

it('offers to reload at once where the portal was updated', async () => {
  const Part = lazyPart(vi.fn(async () => code).mockRejectedValue(new OutdatedPageError()));
  draw(<Part units={3} />);
  expect(await screen.findByText('errors.outdated')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'shared.reloadPage' }));
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('shows nothing in place of an addition that the page does without', async () => {
  const load = vi.fn(async () => code).mockRejectedValue(new TypeError('lost'));
  const Part = lazyPart(load, { onFailure: 'hidden', fallback: <p>loading</p> });
  draw(<Part units={3} />);
  await vi.waitFor(() => expect(screen.queryByText('loading')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
