import { describe, expect, it, vi } from 'vitest';
import { getSuggestions, type SpectrumFormBinding } from './suggestions';
import { aReading } from './testing';

const messages = { name: () => 'Kromek D3S, SGM-1', notes: () => 'Firmware 3.81.' };
const slot = (current: string) => ({ current, set: vi.fn() });
const offered = (target: SpectrumFormBinding, more = {}, part?: number) =>
  getSuggestions(aReading(more), target, messages, part);

describe('suggestions of a file', () => {
  it('fill in empty fields and name the value replaced in others', () => {
    const serialNumber = slot('');
    const [only] = offered({ serialNumber });
    expect(only).toMatchObject({ field: 'serialNumber', proposed: 'SGM-1', replaced: '' });
    only?.apply();
    expect(serialNumber.set).toHaveBeenCalledWith('SGM-1');
    expect(offered({ serialNumber: slot('X-9') })[0]).toMatchObject({ replaced: 'X-9' });
  });

  it('exclude values that are equal or missing in the file', () => {
    expect(offered({ serialNumber: slot(' sgm-1 ') })).toEqual([]);
    const instrument = { manufacturer: '', model: '', serialNumber: '', firmware: '' };
    expect(offered({ serialNumber: slot('') }, { instrument })).toEqual([]);
    const serialNumber = slot('SGM-1');
    expect(offered({ serialNumber, notes: slot('Hot.\nFirmware 3.81.') })).toEqual([]);
    expect(offered({ serialNumber, notes: { ...slot(''), adjacentText: 'Firmware 3.81.' } })).toEqual([]);
  });

  it("append to a longer text, with the instrument's name if no field has it", () => {
    const notes = slot('It beeps. ');
    const [, added] = offered({ serialNumber: slot(''), notes });
    added?.apply();
    expect(notes.set).toHaveBeenCalledWith('It beeps.\nFirmware 3.81.');
    expect(added?.replaced).toBe('');
    expect(offered({ notes: slot('') })[0]?.proposed).toBe('Kromek D3S, SGM-1. Firmware 3.81.');
  });

  it("offer an unselected part last, with the user's pick among several", () => {
    const part = { current: { id: 8, name: 'Pager' }, set: vi.fn() };
    const multiple = { parts: [...aReading().parts, { ...aReading().parts[0], id: 4, partName: 'D3S v2' }] };
    expect(offered({ part, serialNumber: slot('') }, multiple).map(({ field }) => field)).toEqual([
      'serialNumber',
      'part',
    ]);
    const [suggestion] = offered({ part }, multiple, 4);
    expect(suggestion).toMatchObject({ proposed: 'Kromek D3S v2', replaced: 'Pager' });
    suggestion?.apply();
    expect(part.set).toHaveBeenCalledWith(expect.objectContaining({ id: 4, name: 'D3S v2', maker: 'Kromek' }));
    expect(offered({ part: { ...part, current: { id: 4, name: 'D3S v2' } } }, multiple)).toEqual([]);
    expect(offered({ part }, { parts: [] })).toEqual([]);
  });
});
