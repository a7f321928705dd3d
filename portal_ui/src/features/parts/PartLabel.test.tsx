// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { withRouter } from '../../core/process/testing';
import { PartLabel } from './PartLabel';

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
