// @vitest-environment jsdom
import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { type ReactNode, useState } from 'react';
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

function renderPart(part: ReactNode) {
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

it('keeps the page and its typed text if a chunk fails to load, and loads it on retry', async () => {
  const Part = lazyPart(vi.fn(async () => code).mockRejectedValueOnce(new TypeError('lost')));
  renderPart(<Part units={3} />);
  fireEvent.click(await screen.findByRole('button', { name: 'shared.tryAgain' }));
  expect(await screen.findByText('3 units')).toBeTruthy();
  expect(street()).toBe('Half typed');
});

it('offers to reload the page after a failed retry', async () => {
  const Part = lazyPart(vi.fn(async () => code).mockRejectedValue(new TypeError('lost')), { onFailure: 'inline' });
  renderPart(<Part units={3} />);
  fireEvent.click(await screen.findByRole('button', { name: 'shared.tryAgain' }));
  fireEvent.click(await screen.findByRole('button', { name: 'shared.reloadPage' }));
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(street()).toBe('Half typed');
});

it('offers to reload immediately if the portal was updated', async () => {
  const Part = lazyPart(vi.fn(async () => code).mockRejectedValue(new OutdatedPageError()));
  renderPart(<Part units={3} />);
  expect(await screen.findByText('errors.outdated')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'shared.reloadPage' }));
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('shows nothing for a failed optional part', async () => {
  const load = vi.fn(async () => code).mockRejectedValue(new TypeError('lost'));
  const Part = lazyPart(load, { onFailure: 'hidden', fallback: <p>loading</p> });
  renderPart(<Part units={3} />);
  await vi.waitFor(() => expect(screen.queryByText('loading')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('requests code again after a failed preload, and once for all instances', async () => {
  const load = vi.fn(async () => code).mockRejectedValueOnce(new TypeError('lost'));
  const Part = lazyPart(load);
  await expect(Part.load()).rejects.toThrow('lost');
  renderPart(
    <>
      <Part units={3} />
      <Part units={4} />
    </>,
  );
  expect(await screen.findByText('3 units')).toBeTruthy();
  expect(screen.getByText('4 units')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

it('retries when mounted again after a failure', async () => {
  const load = vi.fn(async () => code);
  const Part = lazyPart(load);
  load.mockRejectedValue(new TypeError('lost'));
  renderPart(<Part units={3} />);
  await screen.findByRole('button', { name: 'shared.tryAgain' });
  cleanup();
  load.mockResolvedValue(code);
  renderPart(<Part units={3} />);
  expect(await screen.findByText('3 units')).toBeTruthy();
});

it('retries when its reset keys change', async () => {
  const Part = lazyPart(vi.fn(async () => code).mockRejectedValueOnce(new TypeError('lost')), {
    onFailure: 'hidden',
    resetKeys: ({ units }) => [units],
    fallback: ({ units }) => <p>loading {units}</p>,
  });
  function Page() {
    const [units, setUnits] = useState(3);
    return (
      <>
        <button type="button" onClick={() => setUnits(4)}>
          More
        </button>
        <Part units={units} />
      </>
    );
  }
  renderPart(<Page />);
  expect(screen.getByText('loading 3')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText(/loading/)).toBeNull());
  fireEvent.click(screen.getByText('More'));
  expect(await screen.findByText('4 units')).toBeTruthy();
});

it('keeps its state when its code is loaded again', async () => {
  const Part = lazyPart(async () => code);
  function Page() {
    const [units, setUnits] = useState(1);
    return (
      <>
        <button type="button" onClick={() => setUnits(2)}>
          More
        </button>
        <Part units={units} />
      </>
    );
  }
  renderPart(<Page />);
  const text = await screen.findByText('1 units');
  await Part.load();
  fireEvent.click(screen.getByText('More'));
  expect(text.isConnected).toBe(true);
  expect(text.textContent).toBe('2 units');
});

it('renders immediately, without the fallback, if its code is loaded', async () => {
  const Part = lazyPart(async () => code, { fallback: <p>loading</p> });
  await Part.load();
  renderPart(<Part units={3} />);
  expect(screen.getByText('3 units')).toBeTruthy();
});
