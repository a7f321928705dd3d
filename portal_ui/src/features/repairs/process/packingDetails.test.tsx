// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { MetaProvider } from '../../../api/meta';
import type { Repair } from '../../../api/repairs';
import type { Meta } from '../../../api/types';
import { withRouter } from '../../../core/process/testing';
import { filterSameModel, usePackingChanges } from './packingChanges';
import { useDescribePacking } from './packingDetails';
import {
  getPackedParts,
  isBlank,
  type PackingForm,
  type PackingRow,
  toPackingBody,
  toPackingForm,
  validatePacking,
} from './repairPacking';
import { buildPart } from './testing';

afterEach(cleanup);

const blank: PackingRow = { package: '', customsValue: '', hsCode: '', origin: '', battery: '', checkSource: '' };
const full: PackingRow = {
  package: '2',
  customsValue: '1200,5',
  hsCode: '9030.10',
  origin: 'ES',
  battery: 'LITHIUM',
  checkSource: 'NONE',
};
const { packing } = buildPart(0);
const catalogued = { ...packing, catalogueHsCode: '9030.99', catalogueOrigin: 'GE' };
const meta = {
  choices: {
    countries: [
      { key: 'ES', name: 'Spain' },
      { key: 'GE', name: 'Georgia' },
    ],
    battery: [{ key: 'LITHIUM', name: 'Lithium batteries' }],
    checkSource: [{ key: 'NONE', name: 'No check source' }],
  },
} as unknown as Meta;

describe('packing details as text', () => {
  const describeRow = (row: PackingRow | undefined, packageCount: number, of = packing) => {
    let texts: string[] = [];
    function Unit() {
      texts = useDescribePacking(packageCount)(buildPart(1, { packing: of }), row);
      return null;
    }
    render(
      withRouter(
        <MetaProvider value={meta}>
          <Unit />
        </MetaProvider>,
      ),
    );
    return texts;
  };

  it('name the package if there are several, and all that was entered', () => {
    const details = ['$1,200.50', 'HS 9030.10', 'Spain', 'Lithium batteries', 'No check source'];
    expect(describeRow(full, 2)).toEqual(['Package 2', ...details]);
    expect(describeRow(full, 1)).toEqual(details);
    expect(describeRow(blank, 2)).toEqual([]);
    expect(describeRow(undefined, 2)).toEqual([]);
  });

  it('have the values of the catalog unless others were entered, and an invalid amount as it is', () => {
    expect(describeRow({ ...blank, customsValue: 'n/a' }, 2, catalogued)).toEqual(['n/a', 'HS 9030.99', 'Georgia']);
    expect(describeRow({ ...blank, hsCode: '1', origin: 'ES' }, 2, catalogued)).toEqual(['HS 1', 'Spain']);
  });
});

describe('packing details that are sent', () => {
  const packages = [
    { id: 11, dimensions: '1/1/1', weight: 1 },
    { id: 12, dimensions: '1/1/1', weight: 1 },
  ];
  const repair = {
    repairParts: [
      buildPart(1, { packing: { ...packing, packageId: 12, customsValue: 0, origin: 'ES' } }),
      buildPart(2, { packing: { ...packing, packageId: 99 } }),
      buildPart(3, { initialApproval: 'REJECTED' }),
    ],
    pickUpShippingDetails: { packages },
  } as unknown as Repair;

  it('have the number of a saved package, and none of an unknown one', () => {
    expect(toPackingForm(repair).rows).toEqual({
      u1: { ...blank, package: '2', customsValue: '0', origin: 'ES' },
      u2: blank,
    });
  });

  it('have amounts as numbers, trimmed codes and no package beyond the last', () => {
    const rows = { u1: { ...full, hsCode: ' 9030.10 ' }, u2: { ...full, package: '3' } };
    const { package: _, ...fields } = full;
    expect(toPackingBody(repair, { rows, packages } as PackingForm)).toEqual([
      { id: 1, package: 2, ...fields, customsValue: 1200.5 },
      { id: 2, package: null, ...fields, customsValue: 1200.5 },
    ]);
  });

  it('are those of units with entered or saved values', () => {
    const rows = { u1: blank, u2: blank };
    expect(getPackedParts(repair, { rows }).map(({ id }) => id)).toEqual([1]);
    expect(getPackedParts(repair, { rows: { u1: blank, u2: full } }).map(({ id }) => id)).toEqual([1, 2]);
    expect([isBlank(undefined), isBlank({ ...blank, checkSource: 'NONE' })]).toEqual([true, false]);
  });

  it('are checked for amount and HS code', () => {
    const rows = { u1: { ...full, customsValue: '-1', hsCode: '90' }, u2: full };
    expect(Object.keys(validatePacking({ rows }))).toEqual(['rows.u1.customsValue', 'rows.u1.hsCode']);
  });
});

describe('changes of several units', () => {
  const parts = [1, 2, 3].map((id) => buildPart(id, { partId: id === 3 ? 9 : 1 }));
  let changes: ReturnType<typeof usePackingChanges>;
  let rows: () => PackingForm['rows'];
  let isDirty: () => boolean;

  function Page({ first }: { first: PackingForm['rows'] }) {
    const form = useForm<PackingForm>({ defaultValues: { rows: first, packages: [{}, {}] } });
    const dirty = form.formState.isDirty;
    rows = () => form.getValues('rows');
    isDirty = () => dirty;
    return (
      <FormProvider {...form}>
        <Changes />
      </FormProvider>
    );
  }
  function Changes() {
    changes = usePackingChanges();
    return null;
  }
  const open = (first: PackingForm['rows']) => render(withRouter(<Page first={first} />));
  const run = <T,>(work: () => T): T => {
    let returned: T | undefined;
    act(() => {
      returned = work();
    });
    return returned as T;
  };
  const packages = () => Object.values(rows()).map((row) => row.package);

  it('say how many units were put in a package, and can be undone', () => {
    open({ u1: { ...blank, hsCode: '1' }, u2: { ...blank, package: '1' }, u3: blank });
    const { text, tone, undo } = run(() => changes.pack(parts, '2'));
    expect([text, tone]).toEqual(['3 units put in package 2', 'done']);
    expect(packages()).toEqual(['2', '2', '2']);
    expect(rows().u1?.hsCode).toBe('1');
    expect(isDirty()).toBe(true);
    run(() => undo?.());
    expect(packages()).toEqual(['', '1', '']);
  });

  it('say if one unit was put in a package, moved or in it before', () => {
    open({ u1: blank, u2: blank, u3: blank });
    const texts = ['1', '2', '2'].map((number) => run(() => changes.pack(parts.slice(0, 1), number)).text);
    expect(texts).toEqual(['SN 1 is in package 1', 'SN 1 moved from package 1 to package 2', 'SN 1 is in package 2']);
  });

  it('undo only what was not changed again since', () => {
    open({ u1: blank, u2: blank, u3: blank });
    const { undo } = run(() => changes.pack(parts.slice(0, 2), '2'));
    run(() => changes.pack(parts.slice(0, 1), '1'));
    run(() => undo?.());
    expect(packages()).toEqual(['1', '', '']);
  });

  it('copy neither the package nor blank fields', () => {
    open({ u1: { ...full, origin: '' }, u2: { ...blank, origin: 'GE', package: '1' }, u3: blank });
    const [first] = parts;
    if (!first) throw new Error('no unit');
    run(() => changes.copy(first, filterSameModel(parts, first)));
    expect(rows().u2).toEqual({ ...full, origin: 'GE', package: '1' });
    expect(rows().u3).toEqual(blank);
  });
});
