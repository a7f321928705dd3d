import { describe, expect, it, vi } from 'vitest';
import { getSuggestions, type SpectrumFormBinding } from './suggestions';
import { buildReading } from './testing';

const messages = { name: () => 'Kromek D3S, SGM-1', notes: () => 'Firmware 3.81.' };
const buildBinding = (current: string) => ({ current, set: vi.fn() });
const getOffered = (target: SpectrumFormBinding, more = {}, part?: number) =>
  getSuggestions(buildReading(more), target, messages, part);

describe('suggestions of a file', () => {
  it('fill in empty fields and name the value replaced in others', () => {
    const serialNumber = buildBinding('');
    const [only] = getOffered({ serialNumber });
    expect(only).toMatchObject({ field: 'serialNumber', proposed: 'SGM-1', replaced: '' });
    only?.apply();
    expect(serialNumber.set).toHaveBeenCalledWith('SGM-1');
    expect(getOffered({ serialNumber: buildBinding('X-9') })[0]).toMatchObject({ replaced: 'X-9' });
  });

  it('exclude values that are equal or missing in the file', () => {
    expect(getOffered({ serialNumber: buildBinding(' sgm-1 ') })).toEqual([]);
    const instrument = { manufacturer: '', model: '', serialNumber: '', firmware: '' };
    expect(getOffered({ serialNumber: buildBinding('') }, { instrument })).toEqual([]);
    const serialNumber = buildBinding('SGM-1');
    expect(getOffered({ serialNumber, notes: buildBinding('Hot.\nFirmware 3.81.') })).toEqual([]);
    expect(getOffered({ serialNumber, notes: { ...buildBinding(''), adjacentText: 'Firmware 3.81.' } })).toEqual([]);
  });

  it("append to a longer text, with the instrument's name if no field has it", () => {
    const notes = buildBinding('It beeps. ');
    const [, added] = getOffered({ serialNumber: buildBinding(''), notes });
    added?.apply();
    expect(notes.set).toHaveBeenCalledWith('It beeps.\nFirmware 3.81.');
    expect(added?.replaced).toBe('');
    expect(getOffered({ notes: buildBinding('') })[0]?.proposed).toBe('Kromek D3S, SGM-1. Firmware 3.81.');
  });

  it("offer an unselected part last, with the user's pick among several", () => {
    const part = { current: { id: 8, name: 'Pager' }, set: vi.fn() };
    const multiple = { parts: [...buildReading().parts, { ...buildReading().parts[0], id: 4, partName: 'D3S v2' }] };
    expect(getOffered({ part, serialNumber: buildBinding('') }, multiple).map(({ field }) => field)).toEqual([
      'serialNumber',
      'part',
    ]);
    const [suggestion] = getOffered({ part }, multiple, 4);
    expect(suggestion).toMatchObject({ proposed: 'Kromek D3S v2', replaced: 'Pager' });
    suggestion?.apply();
    expect(part.set).toHaveBeenCalledWith(expect.objectContaining({ id: 4, name: 'D3S v2', maker: 'Kromek' }));
    expect(getOffered({ part: { ...part, current: { id: 4, name: 'D3S v2' } } }, multiple)).toEqual([]);
    expect(getOffered({ part }, { parts: [] })).toEqual([]);
  });
});

describe('suggestions for a title', () => {
  it('are the name of the instrument, unless the title is the same', () => {
    const title = buildBinding(' Old ');
    const [only] = getOffered({ title });
    expect(only).toMatchObject({ field: 'title', proposed: 'Kromek D3S, SGM-1', replaced: 'Old' });
    only?.apply();
    expect(title.set).toHaveBeenCalledWith('Kromek D3S, SGM-1');
    expect(getOffered({ title: buildBinding('kromek d3s, sgm-1') })).toEqual([]);
  });

  it('are not applied before the user asks', () => {
    const [part, serialNumber] = [{ current: null, set: vi.fn() }, buildBinding('')];
    getOffered({ part, serialNumber });
    expect(part.set).not.toHaveBeenCalled();
    expect(serialNumber.set).not.toHaveBeenCalled();
  });
});

describe('suggested notes', () => {
  it('replace a text of spaces, and are not offered without data', () => {
    const notes = buildBinding('  ');
    const [only] = getOffered({ serialNumber: buildBinding('SGM-1'), notes });
    only?.apply();
    expect(notes.set).toHaveBeenCalledWith('Firmware 3.81.');
    const silent = { name: () => '', notes: () => '' };
    expect(getSuggestions(buildReading(), { notes: buildBinding('') }, silent, undefined)).toEqual([]);
  });

  it('are the name alone if the file has no other data', () => {
    const named = { name: () => 'Kromek D3S', notes: () => '' };
    expect(getSuggestions(buildReading(), { notes: buildBinding('') }, named, undefined)[0]?.proposed).toBe(
      'Kromek D3S.',
    );
  });
});

describe('suggested part', () => {
  it('has everything that the form needs', () => {
    const part = { current: null, set: vi.fn() };
    const [only] = getOffered({ part });
    expect(only).toMatchObject({ field: 'part', proposed: 'Kromek D3S', replaced: '' });
    only?.apply();
    expect(part.set).toHaveBeenCalledWith({
      id: 3,
      name: 'D3S',
      maker: 'Kromek',
      number: 'K-1',
      category: 'HANDHELD',
      imageUrl: null,
    });
  });

  it('is the first of several until another one is picked', () => {
    const parts = [...buildReading().parts, { ...buildReading().parts[0], id: 4, partName: 'D3S v2' }];
    const part = { current: null, set: vi.fn() };
    expect(getOffered({ part }, { parts })[0]?.proposed).toBe('Kromek D3S');
    expect(getOffered({ part }, { parts }, 99)[0]?.proposed).toBe('Kromek D3S');
  });
});
