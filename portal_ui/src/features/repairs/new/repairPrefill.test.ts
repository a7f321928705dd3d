import { describe, expect, it } from 'vitest';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import { createGroupsFromSource, createUnitFromSource } from './useRepairForm';

const part = { id: 5, name: 'Pager', maker: 'Acme', number: 'P-1', imageUrl: null, category: 'HANDHELD' };
const file = { id: 'f1', name: 'a.png', type: 'image/png', size: 3 };
const origin: SourceRequest = {
  id: 8,
  number: 'S-2026-000008',
  title: 'Counts drift',
  description: 'Since the power cut.',
  serialNumber: 'SN-1',
  part,
  files: [file],
};

describe('repair request created from remote support', () => {
  it('has a unit with the text and files of the source request', () => {
    const unit = {
      serialNumber: 'SN-1',
      serviceTag: '',
      problemDescription: 'Counts drift\n\nSince the power cut.',
      attachments: [file],
    };
    expect(createGroupsFromSource(origin)).toEqual([{ part, units: [unit] }]);
    expect(createGroupsFromSource({ ...origin, part: null })).toEqual([]);
    expect(createGroupsFromSource(null)).toEqual([]);
  });

  it('omits the title if the problem description would be too long', () => {
    const long = 'x'.repeat(4000);
    expect(createUnitFromSource({ ...origin, description: long }).problemDescription).toBe(long);
    const fits = 'x'.repeat(4000 - 'Counts drift\n\n'.length);
    expect(createUnitFromSource({ ...origin, description: fits }).problemDescription).toHaveLength(4000);
    expect(createUnitFromSource({ ...origin, description: `${long}x` }).problemDescription).toBe('');
  });
});
