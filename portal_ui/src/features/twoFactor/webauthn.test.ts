import { afterEach, expect, it, vi } from 'vitest';
import { createPasskey, getFailureReason, getNamedOrigin, getPasskeyObstacle, verifyPasskey } from './webauthn';

afterEach(() => vi.unstubAllGlobals());

class Credential {
  static parseCreationOptionsFromJSON = (options: unknown) => options;
  static parseRequestOptionsFromJSON = (options: unknown) => options;
  toJSON = () => ({ id: 'made' });
}

// jsdom does not allow another location.
function withPasskeys() {
  const credentials = { create: vi.fn(async () => new Credential()), get: vi.fn(async () => new Credential()) };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('navigator', { credentials });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', Credential);
  return credentials;
}

const visit = (origin: string) => {
  const { hostname } = new URL(origin);
  vi.stubGlobal('location', { origin, hostname });
};

it('allows passkeys with a name, a secure connection and an up-to-date browser', () => {
  withPasskeys();
  visit('https://portal.example');
  expect(getPasskeyObstacle()).toBeNull();
});

it.each(['http://127.0.0.1:8000', 'https://192.0.2.1', 'https://[2001:db8::7]'])(
  'requires a name instead of the address %s',
  (origin) => {
    withPasskeys();
    visit(origin);
    expect(getPasskeyObstacle()).toBe('twoFactor.passkey.needsName');
  },
);

it('requires a secure connection', () => {
  withPasskeys();
  visit('http://portal.example');
  vi.stubGlobal('isSecureContext', false);
  expect(getPasskeyObstacle()).toBe('twoFactor.passkey.needsHttps');
});

it.each([undefined, {}])('requires a browser that reads the options of the server', (PublicKeyCredential) => {
  withPasskeys();
  visit('https://portal.example');
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential);
  expect(getPasskeyObstacle()).toBe('twoFactor.passkey.needsBrowser');
});

it.each([
  ['http://127.0.0.1:8000', 'http://localhost:8000'],
  ['https://192.0.2.1', 'https://…'],
])('names another address of %s', (origin, named) => {
  visit(origin);
  expect(getNamedOrigin()).toBe(named);
});

it.each([
  ['InvalidStateError', 'twoFactor.passkey.known'],
  ['NotAllowedError', 'twoFactor.passkey.cancelled'],
  ['AbortError', 'twoFactor.passkey.cancelled'],
  ['SecurityError', 'twoFactor.passkey.failed'],
])('explains the error %s of the browser', (name, reason) => {
  expect(getFailureReason(new DOMException('', name))).toBe(reason);
});

it('leaves other errors to the portal', () => {
  expect(getFailureReason(new TypeError('x'))).toBeNull();
});

it('gives the options of the server to the browser and returns its passkey as JSON', async () => {
  const { create, get } = withPasskeys();
  expect(await createPasskey({ challenge: 'c' })).toBe('{"id":"made"}');
  expect(create).toHaveBeenCalledWith({ publicKey: { challenge: 'c' } });
  expect(await verifyPasskey({ challenge: 'v' })).toBe('{"id":"made"}');
  expect(get).toHaveBeenCalledWith({ publicKey: { challenge: 'v' } });
  expect(create).toHaveBeenCalledOnce();
});

it('is canceled if the browser returns no passkey', async () => {
  const { get } = withPasskeys();
  get.mockResolvedValueOnce(null as never);
  const error = await verifyPasskey({}).catch((failure: unknown) => failure);
  expect(getFailureReason(error)).toBe('twoFactor.passkey.cancelled');
});
