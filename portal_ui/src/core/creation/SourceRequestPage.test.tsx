// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { NetworkError } from '../../api/http';
import { withRouter } from '../process/testing';
import { SourceRequestPage } from './SourceRequestPage';

const query = vi.fn();
vi.mock('./sourceRequest', () => ({ useSourceRequest: (...args: unknown[]) => query(...args) }));
const retry = vi.fn();
const prefillOptions = { use: 'REPAIR', draft: 'new-repair', acceptsFile: () => true } as const;

const open = (state: object) => {
  query.mockReturnValue({ data: undefined, error: null, retry, ...state });
  render(
    withRouter(
      <SourceRequestPage id={7} prefillOptions={prefillOptions}>
        {({ number }) => <p>form of {number}</p>}
      </SourceRequestPage>,
    ),
  );
};

afterEach(cleanup);

it('shows the form once its source is loaded', () => {
  open({});
  expect(screen.queryByText(/^form of/)).toBeNull();
  expect(query).toHaveBeenCalledWith(7, prefillOptions);
  cleanup();
  open({ data: { number: 'S-7' } });
  expect(screen.getByText('form of S-7')).toBeTruthy();
});

it('shows the error of its source, which can be loaded again', () => {
  open({ error: new NetworkError() });
  expect(screen.queryByText(/^form of/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
});
