import { describe, expect, it } from 'vitest';
import type { PredefinedServices } from '../../../api/types';
import { diagnosticRows, getSavedTotal, getServices, sumTotal, toDiagnosticRow, toggleType } from './diagnosticRows';
import { buildPart } from './testing';
import { buildRowKey, getChangedParts, toRowPath, toUnitForm, validateRows } from './unitRows';

const { toBody, getField, validateRow } = diagnosticRows;

const types: PredefinedServices = {
  DIAGNOSTICS: [{ id: 1, text: 'Inspection', shortText: 'Insp.', value: 45 }],
  REPAIRS: [
    { id: 2, text: 'Detector exchange', shortText: 'Det.', value: 240.1 },
    { id: 3, text: 'Recalibration', shortText: 'Cal.', value: 220.2 },
  ],
  PARTS: [{ id: 4, text: 'NaI crystal', shortText: 'NaI', value: 980 }],
};

const row = toDiagnosticRow(buildPart(1));

describe('total cost', () => {
  it('is the sum of three prices, with non-numeric ones counted as 0', () => {
    expect(sumTotal({ ...row, diagnosticPrice: '10.10', repairPrice: '20,20', partsPrice: 'n/a' }, types)).toBe(30.3);
    expect(sumTotal(row, types)).toBe(0);
  });

  it('is the sum of the chosen services, regardless of prices', () => {
    const chosen = { ...row, withPredefinedTypes: true, diagnosticPrice: '999', repairTypes: [2, 3], partsTypes: [4] };
    expect(sumTotal(chosen, types)).toBe(1440.3);
    expect(sumTotal(chosen, undefined)).toBe(0);
  });
});

describe('total from the server', () => {
  const getTotal = (info: object) =>
    getSavedTotal({
      diagnosticInfo: { status: { key: 'FOR_REPAIR', value: '' }, comment: '', withPredefinedTypes: true, ...info },
    });

  it('is the total cost, or the sum of the totals per kind of service', () => {
    expect(getTotal({ totalCost: 12.5 })).toBe(12.5);
    expect(getTotal({ typeTotals: { diagnosticTypes: 45.1, repairTypes: 460.3, partsTypes: 980 } })).toBe(1485.4);
  });

  it('is null without amounts, and before the diagnosis', () => {
    expect(getTotal({})).toBeNull();
    expect(getTotal({ status: null, totalCost: 12.5 })).toBeNull();
  });
});

describe('predefined services', () => {
  const withdrawn = { id: 9, text: 'Rewinding', shortText: 'Rew.', value: 75 };
  const having = (...repairTypes: PredefinedServices['REPAIRS']) =>
    buildPart(1, {
      diagnosticInfo: {
        status: null,
        comment: '',
        withPredefinedTypes: true,
        pricesOrPredefinedTypes: { diagnosticTypes: [], repairTypes, partsTypes: [] },
      },
    });

  it('include those of the unit that its part no longer has', () => {
    const known = types.REPAIRS.slice(0, 1);
    expect(getServices(having(...known), types)).toBe(types);
    expect(getServices(having(...known, withdrawn), types)).toEqual({
      ...types,
      REPAIRS: [...types.REPAIRS, withdrawn],
    });
    expect(getServices(having(withdrawn), undefined)).toEqual({ DIAGNOSTICS: [], REPAIRS: [withdrawn], PARTS: [] });
    expect(getServices(having(), undefined)).toBeUndefined();
  });

  it('are limited to one for the diagnosis: a new one replaces it', () => expect(toggleType([1], 9, 1)).toEqual([9]));
  it('are limited to five in the other lists', () => {
    expect(toggleType([1, 2, 3, 4], 5, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(toggleType([1, 2, 3, 4, 5], 6, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(toggleType([1, 2], 1, 5)).toEqual([2]);
  });
});

describe('rows of the diagnostics form', () => {
  const parts = [buildPart(1), buildPart(2), buildPart(3)];

  it('are sent only if they changed', () => {
    const form = toUnitForm(parts, toDiagnosticRow);
    expect(getChangedParts(parts, form, toDiagnosticRow)).toEqual([]);
    Object.assign(form.rows[buildRowKey(2)] ?? {}, { comment: 'Broken crystal' });
    expect(getChangedParts(parts, form, toDiagnosticRow).map(({ id }) => id)).toEqual([2]);
  });

  it('are sent with prices as numbers or with services by id', () => {
    const part = buildPart(7);
    const prices = { ...row, status: 'FOR_REPAIR' as const, repairPrice: ' 12,5 ', serialNumber: ' A1 ' };
    expect(toBody(part, prices)).toMatchObject({
      id: 7,
      serialNumber: 'A1',
      diagnosticInfo: {
        status: 'FOR_REPAIR',
        withPredefinedTypes: false,
        pricesOrPredefinedTypes: { diagnosticPrice: null, repairPrice: 12.5, partsPrice: null },
      },
    });
    const services = { ...row, withPredefinedTypes: true, repairTypes: [2, 3] };
    expect(toBody(part, services).diagnosticInfo.pricesOrPredefinedTypes).toEqual({
      diagnosticTypes: [],
      repairTypes: [{ id: 2 }, { id: 3 }],
      partsTypes: [],
    });
  });

  it('require a serial number, numeric prices, and a diagnosis with any other entry', () => {
    const form = toUnitForm([buildPart(1)], toDiagnosticRow);
    Object.assign(form.rows[buildRowKey(1)] ?? {}, { serialNumber: ' ', partsPrice: '1.234' });
    expect(validateRows(form, validateRow, form, 1024)).toEqual({
      'rows.u1.serialNumber': 'repair.diagnostics.rule.required',
      'rows.u1.partsPrice': 'repair.diagnostics.rule.decimal',
      'rows.u1.status': 'repair.diagnostics.rule.statusFirst',
    });
  });

  it('map server errors by their index in the request', () => {
    const rename = toRowPath([buildPart(5), buildPart(9)], getField);
    expect(rename('1.diagnosticInfo.comment')).toBe('rows.u9.comment');
    expect(rename('0.diagnosticInfo.pricesOrPredefinedTypes.repairPrice')).toBe('rows.u5.repairPrice');
    expect(rename('0.diagnosticInfo.pricesOrPredefinedTypes.partsTypes.2.id')).toBe('rows.u5.partsTypes');
    expect(rename('0.diagnosticInfo.pricesOrPredefinedTypes')).toBe('rows.u5.diagnosticPrice');
    expect(rename('1.serialNumber')).toBe('rows.u9.serialNumber');
    expect(rename('0.id')).toBe('rows.u5.status');
    expect(rename('7.comment')).toBeNull();
  });
});

describe('saved diagnosis', () => {
  const info = { status: { key: 'FOR_REPAIR' as const, value: '' }, comment: 'Cracked', withPredefinedTypes: false };

  it('is in the row with its prices as text, zero included', () => {
    const prices = { diagnosticPrice: 0, repairPrice: 12.5, partsPrice: null };
    const diagnosticInfo = { ...info, pricesOrPredefinedTypes: prices };
    expect(toDiagnosticRow(buildPart(1, { serviceTag: 'T-1', diagnosticInfo }))).toEqual({
      serialNumber: 'SN 1',
      serviceTag: 'T-1',
      status: 'FOR_REPAIR',
      comment: 'Cracked',
      withPredefinedTypes: false,
      diagnosticPrice: '0',
      repairPrice: '12.5',
      partsPrice: '',
      diagnosticTypes: [],
      repairTypes: [],
      partsTypes: [],
    });
  });

  it('is in the row with the ids of its services, each in its kind', () => {
    const chosen = { diagnosticTypes: types.DIAGNOSTICS, repairTypes: types.REPAIRS, partsTypes: types.PARTS };
    const diagnosticInfo = { ...info, withPredefinedTypes: true, pricesOrPredefinedTypes: chosen };
    expect(toDiagnosticRow(buildPart(1, { diagnosticInfo }))).toMatchObject({
      withPredefinedTypes: true,
      diagnosticTypes: [1],
      repairTypes: [2, 3],
      partsTypes: [4],
    });
  });
});

describe('rules of a diagnosis', () => {
  const check = (values: Partial<typeof row>) => validateRow({ ...row, ...values }, undefined, 10);
  const statusFirst = { status: 'repair.diagnostics.rule.statusFirst' };

  it('require a result with a comment, a price or a service, but not with blanks', () => {
    expect(check({ comment: 'Cracked' })).toEqual(statusFirst);
    expect(check({ repairPrice: '5' })).toEqual(statusFirst);
    expect(check({ withPredefinedTypes: true, partsTypes: [4] })).toEqual(statusFirst);
    expect(check({ comment: ' ', repairPrice: ' ', withPredefinedTypes: true })).toEqual({});
    expect(check({ comment: 'Cracked', status: 'FOR_REPAIR' })).toEqual({});
  });

  it('ignore what the chosen kind of cost does not send', () => {
    expect(check({ withPredefinedTypes: true, repairPrice: 'n/a' })).toEqual({});
    expect(check({ partsTypes: [4] })).toEqual({});
  });

  it('limit comment, serial number and service tag', () => {
    const status = 'FOR_REPAIR' as const;
    expect(check({ status, comment: 'x'.repeat(10) })).toEqual({});
    expect(check({ status, comment: 'x'.repeat(11) })).toMatchObject({ comment: { args: { max: 10 } } });
    const long = 'x'.repeat(256);
    expect(Object.keys(check({ serialNumber: long, serviceTag: long }))).toEqual(['serialNumber', 'serviceTag']);
  });
});

describe('request body of a diagnosis', () => {
  it('has trimmed texts, and no result if none is chosen', () => {
    const { serviceTag, diagnosticInfo } = toBody(buildPart(1), { ...row, serviceTag: ' T-1 ', comment: ' Wet ' });
    expect([serviceTag, diagnosticInfo.comment, diagnosticInfo.status]).toEqual(['T-1', 'Wet', null]);
  });

  it('has every kind of service by id', () => {
    const chosen = { ...row, withPredefinedTypes: true, diagnosticTypes: [1], repairTypes: [2], partsTypes: [4] };
    expect(toBody(buildPart(1), chosen).diagnosticInfo.pricesOrPredefinedTypes).toEqual({
      diagnosticTypes: [{ id: 1 }],
      repairTypes: [{ id: 2 }],
      partsTypes: [{ id: 4 }],
    });
  });

  it('has every price as a number', () => {
    const prices = { ...row, diagnosticPrice: '1', repairPrice: '2', partsPrice: '3' };
    expect(toBody(buildPart(1), prices).diagnosticInfo.pricesOrPredefinedTypes).toEqual({
      diagnosticPrice: 1,
      repairPrice: 2,
      partsPrice: 3,
    });
  });
});

it('compares rows by all their values', () => {
  const part = buildPart(1);
  const changes = [
    { partsTypes: [4] },
    { withPredefinedTypes: true },
    { serviceTag: 'T' },
    { partsPrice: '0' },
    { status: 'FOR_REPAIR' as const },
  ];
  for (const change of changes) {
    const form = { rows: { u1: { ...row, ...change } } };
    expect(getChangedParts([part], form, toDiagnosticRow)).toEqual([part]);
  }
  // A unit that was just added has no row yet.
  expect(getChangedParts([part], { rows: {} }, toDiagnosticRow)).toEqual([]);
});
