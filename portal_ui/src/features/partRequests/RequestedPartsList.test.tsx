// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { withRouter } from '../../core/process/testing';
import RequestedPartsList from './RequestedPartsList';

afterEach(cleanup);

it('lists the parts of a request with category and quantity, and says which are suggested', () => {
  const items = [
    { id: 1, category: { key: 'RPM', name: 'Portal monitor' }, partName: 'Tube', quantity: 4, imageUrl: null },
    { id: 2, category: null, partName: 'Gasket', quantity: 1, imageUrl: null },
  ];
  render(withRouter(<RequestedPartsList items={items} name="P-7" />));
  const rows = within(screen.getByRole('list', { name: 'Parts in P-7' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'TubePortal monitor× 4',
    'GasketSuggested, not in the catalog× 1',
  ]);
});
