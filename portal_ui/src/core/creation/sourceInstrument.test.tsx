// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withRouter } from '../process/testing';
import { SourceInstrumentNote } from './SourceInstrumentNote';
import { useRemoveSourceInstrument, useSourceInstrument, useSourceInstrumentId } from './sourceInstrument';

const history = vi.fn();
const parts = vi.fn();
vi.mock('../../api/instruments', () => ({ useInstrumentHistory: (id: number) => history(id) }));
vi.mock('../../api/parts', () => ({ useParts: (...args: unknown[]) => parts(...args) }));

const passport = {
  category: { key: 'RPM', name: 'Monitor' },
  partId: 4,
  serialNumber: '04412',
  visits: [{ serviceTag: '' }, { serviceTag: 'newer' }, { serviceTag: 'older' }],
};
const catalog = [3, 4].map((id) => ({ id, name: `Part ${id}`, maker: 'M', imageUrl: null, category: 'RPM' }));

beforeEach(() => {
  history.mockReset().mockReturnValue({ data: passport, isError: false });
  parts.mockReset().mockReturnValue({ data: catalog, isError: false });
});
afterEach(cleanup);

it.each([
  ['?instrument=17', 17],
  ['?instrument=', null],
  ['?instrument=1x', null],
  ['?instrument=-1', null],
  ['?from=17', null],
])('reads the instrument of the address %s', (search, id) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[`/en/new${search}`]}>{children}</MemoryRouter>
  );
  expect(renderHook(useSourceInstrumentId, { wrapper }).result.current).toBe(id);
});

it('stays the source after it was removed from the address, until another is opened', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/en/new?instrument=17&tab=a']}>{children}</MemoryRouter>
  );
  const { result } = renderHook(
    () => ({
      id: useSourceInstrumentId(),
      remove: useRemoveSourceInstrument(),
      search: useLocation().search,
      navigate: useNavigate(),
    }),
    { wrapper },
  );
  expect(result.current.id).toBe(17);
  act(() => result.current.remove());
  expect([result.current.id, result.current.search]).toEqual([17, '?tab=a']);
  act(() => void result.current.navigate('/en/new?instrument=18'));
  expect(result.current.id).toBe(18);
});

describe('the instrument of a new request', () => {
  const open = () => renderHook(() => useSourceInstrument(17, 'REPAIR'));

  it('has its serial number, its part and the latest service tag', () => {
    const { result } = open();
    expect(result.current).toEqual({ serialNumber: '04412', serviceTag: 'newer', part: catalog[1] });
    expect(history).toHaveBeenCalledWith(17);
    expect(parts).toHaveBeenCalledWith('REPAIR', 'RPM');
  });

  it('has no part that cannot be requested, and no tag if no visit has one', () => {
    parts.mockReturnValue({ data: [catalog[0]], isError: false });
    history.mockReturnValue({ data: { ...passport, visits: [] }, isError: false });
    expect(open().result.current).toEqual({ serialNumber: '04412', serviceTag: '', part: null });
  });

  it('is not known while either is loading', () => {
    history.mockReturnValue({ data: undefined, isError: false });
    expect(open().result.current).toBeUndefined();
    expect(parts).toHaveBeenCalledWith('REPAIR', '');
    history.mockReturnValue({ data: passport, isError: false });
    parts.mockReturnValue({ data: undefined, isError: false });
    expect(open().result.current).toBeUndefined();
  });

  it.each([
    ['history', history],
    ['parts', parts],
  ])('is null if the %s could not be loaded', (_, query) => {
    query.mockReturnValue({ data: undefined, isError: true });
    expect(open().result.current).toBeNull();
  });

  it('stays as first loaded when it is loaded again', () => {
    const { result, rerender } = open();
    const first = result.current;
    history.mockReturnValue({ data: { ...passport, serialNumber: '9' }, isError: false });
    rerender();
    expect(result.current).toBe(first);
  });
});

describe('the note of an instrument that is not in the form', () => {
  it('can be closed', () => {
    render(withRouter(<SourceInstrumentNote text="It is not here" />));
    expect(screen.getByRole('status').textContent).toContain('It is not here');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('offers to use it', () => {
    const onUse = vi.fn();
    render(withRouter(<SourceInstrumentNote text="It is not here" use={{ label: 'Add it', onUse }} />));
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Add it' }));
    expect(onUse).toHaveBeenCalledTimes(1);
  });
});
