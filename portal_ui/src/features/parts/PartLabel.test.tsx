// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { withRouter } from '../../core/process/testing';
import { PartLabel, PartLabelList } from './PartLabel';

afterEach(cleanup);

it('keeps a long serial number on one line, with its full text as a tooltip', () => {
  const serial = '4711-'.repeat(51);
  render(
    withRouter(<PartLabel plain imageUrl={null} name="RadEye G-10" secondary="Thermo · Handheld" serial={serial} />),
  );
  const line = screen.getByText(serial);
  expect(getComputedStyle(line)).toMatchObject({ whiteSpace: 'nowrap', textOverflow: 'ellipsis' });
  expect(line.title).toBe(serial);
  expect(line.parentElement?.textContent).toBe(`Thermo · Handheld · ${serial}`);
  expect(getComputedStyle(line.parentElement as Element).whiteSpace).not.toBe('nowrap');
});

it('separates the serial number from the text before it, if there is one', () => {
  const read = (label: ReactNode) => {
    cleanup();
    const { container } = render(withRouter(label));
    return container.textContent;
  };
  expect(read(<PartLabel plain imageUrl={null} name="Pager" serial="SN-1" />)).toBe('PagerSN-1');
  expect(read(<PartLabel plain imageUrl={null} name="Pager" secondary="Acme" />)).toBe('PagerAcme');
  expect(read(<PartLabel plain imageUrl={null} name="Pager" secondary="Acme" serial="SN-1" />)).toBe(
    'PagerAcme · SN-1',
  );
});

it('lists parts in order, without previews of their images', () => {
  const parts = ['Tube', 'Ring'].map((name, id) => ({ id, name, imageUrl: '/image' }));
  render(withRouter(<PartLabelList parts={parts} />));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Tube', 'Ring']);
  expect(screen.queryByRole('button')).toBeNull();
});
