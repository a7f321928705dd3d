import { describe, expect, it } from 'vitest';
import type { AvailableTypes } from '../../../api/repairs';
import { diagnosticRows, getSavedTotal, getServices, sumTotal, toDiagnosticRow, toggleType } from './diagnosticRows';
import { buildPart } from './testing';
import { buildRowKey, getChangedParts, toRowPath, toUnitForm, validateRows } from './unitRows';

const { toBody, getField, validateRow } = diagnosticRows;

const types: AvailableTypes = {
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
  const having = (...repairTypes: AvailableTypes['REPAIRS']) =>
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
