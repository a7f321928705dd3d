// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadFile } from './download';
import { call } from './http';
import {
  cancelRun,
  downloadTemplate,
  fetchRows,
  fetchRun,
  getWrongRowsExport,
  putColumns,
  putRow,
  type Run,
  startRun,
  undoRun,
  writeRun,
} from './imports';
import { loginCalls, twoFactorCalls } from './twoFactor';
import { uploadFormData } from './uploadFormData';

vi.mock('./http', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('./uploadFormData', () => ({ uploadFormData: vi.fn() }));
vi.mock('./download', () => ({ downloadFile: vi.fn() }));

const sent = vi.mocked(call);
const { signal } = new AbortController();
const run = { id: 4, version: 3 } as Run;
const layout = { sheet: 1, headerRow: 2, columns: [{ index: 0, field: 'name' }], fixed: { category: 'A' } };

beforeEach(() => {
  sent.mockReset();
  vi.mocked(uploadFormData).mockReset().mockResolvedValue(run);
});

describe('an import', () => {
  it.each<[string, () => Promise<unknown>, unknown[]]>([
    ['is read', () => fetchRun(4), ['GET', '/api/v1/imports/4', {}]],
    ['can be canceled while it is read', () => fetchRun(4, signal), ['GET', '/api/v1/imports/4', { signal }]],
    [
      'saves the columns of the version that was read',
      () => putColumns(run, layout),
      ['PUT', '/api/v1/imports/4/columns', { query: { version: 3 }, body: layout }],
    ],
    [
      'reads a page of rows with one outcome',
      () => fetchRows(4, { page: 2, size: 50, only: 'NEW' as never }, signal),
      ['GET', '/api/v1/imports/4/rows', { query: { page: 2, size: 50, only: 'NEW' }, signal }],
    ],
    [
      'saves the corrected cells of a row',
      () => putRow(4, 17, { name: '' }),
      ['PUT', '/api/v1/imports/4/rows/17', { body: { cells: { name: '' } } }],
    ],
    [
      'is written without its wrong rows',
      () => writeRun(run, true),
      ['POST', '/api/v1/imports/4/write', { query: { version: 3 }, body: { skipWrong: true } }],
    ],
    [
      'is written with all rows',
      () => writeRun(run, false),
      ['POST', '/api/v1/imports/4/write', { query: { version: 3 }, body: { skipWrong: false } }],
    ],
    ['is canceled', () => cancelRun(run), ['POST', '/api/v1/imports/4/cancel']],
    ['is undone', () => undoRun(run), ['POST', '/api/v1/imports/4/undo']],
    [
      'begins with pasted cells',
      () => startRun('parts', { text: 'a\tb' }, signal, () => undefined),
      ['POST', '/api/v1/imports/text', { query: { target: 'parts' }, body: { text: 'a\tb' }, signal }],
    ],
  ])('%s', async (_, request, expected) => {
    await request();
    expect(sent.mock.calls).toEqual([expected]);
  });

  it('begins with a file, and with its images if there are any', async () => {
    const file = new File(['x'], 'parts.xlsx');
    const pictures = new File(['x'], 'images.zip');
    const onProgress = () => undefined;
    const options = { query: { target: 'parts' }, signal, onProgress };
    expect(await startRun('parts', { file, pictures: null }, signal, onProgress)).toBe(run);
    await startRun('parts', { file, pictures }, signal, onProgress);
    expect(vi.mocked(uploadFormData).mock.calls).toEqual([
      ['/api/v1/imports', { file }, options],
      ['/api/v1/imports', { file, pictures }, options],
    ]);
  });

  it('has a template, and a spreadsheet of its wrong rows', async () => {
    await downloadTemplate('parts');
    const options = { fallbackName: 'parts.xlsx' };
    expect(downloadFile).toHaveBeenCalledWith('/api/v1/imports/templates/parts/xlsx', options);
    expect(getWrongRowsExport(4)).toBe('/api/v1/imports/4/wrong/xlsx');
  });
});

it.each<[() => unknown, string, object]>([
  [() => loginCalls.withCode('k', '1'), 'contacts/login/code', { key: 'k', code: '1' }],
  [() => loginCalls.passkeyOptions('k'), 'contacts/login/passkey/options', { key: 'k' }],
  [() => loginCalls.passkeyOptions(), 'contacts/login/passkey/options', {}],
  [() => loginCalls.withPasskey('k', 'c'), 'contacts/login/passkey', { key: 'k', credential: 'c' }],
  [() => twoFactorCalls.key('p'), 'second-factor/key', { currentPassword: 'p' }],
  [() => twoFactorCalls.confirmWithCode('k', '1'), 'second-factor/key/code', { key: 'k', code: '1' }],
  [() => twoFactorCalls.confirmWithPasskey('k', 'c'), 'second-factor/key/passkey', { key: 'k', credential: 'c' }],
  [() => twoFactorCalls.beginCode('k'), 'second-factor/code/begin', { key: 'k' }],
  [() => twoFactorCalls.addCode('k', '1'), 'second-factor/code', { key: 'k', code: '1' }],
  [() => twoFactorCalls.beginPasskey('k'), 'second-factor/passkey/begin', { key: 'k' }],
  [() => twoFactorCalls.addPasskey('k', 'n', 'c'), 'second-factor/passkey', { key: 'k', name: 'n', credential: 'c' }],
  [() => twoFactorCalls.renewCodes('k'), 'second-factor/recovery-codes', { key: 'k' }],
  [() => twoFactorCalls.remove('k', 2), 'second-factor/remove', { key: 'k', passkey: 2 }],
  [() => twoFactorCalls.remove('k', null), 'second-factor/remove', { key: 'k', passkey: null }],
])('two-factor authentication sends its keys and codes: %s', (request, path, body) => {
  request();
  expect(sent.mock.calls).toEqual([['POST', `/api/v1/${path}`, { body }]]);
});
