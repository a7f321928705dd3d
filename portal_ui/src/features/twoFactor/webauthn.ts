/** Return the message key of why passkeys are unavailable, or null. */
export function getPasskeyObstacle(): string | null {
  if (isNumber(location.hostname)) return 'twoFactor.passkey.needsName';
  if (!window.isSecureContext) return 'twoFactor.passkey.needsHttps';
  // Current browsers parse the server's JSON options themselves.
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) return 'twoFactor.passkey.needsBrowser';
  return null;
}

/** Return an origin with a host name, which WebAuthn requires. Known for localhost only, otherwise a placeholder. */
export function getNamedOrigin(): string {
  return location.hostname.startsWith('127.') ? location.origin.replace(location.hostname, 'localhost') : 'https://…';
}

const isNumber = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[');

/** Create a passkey on the device and return it as JSON. Browser errors are thrown, see `getFailureReason`. */
export async function createPasskey(options: Record<string, unknown>): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return serializeCredential(await navigator.credentials.create({ publicKey }));
}

/** Verify with one of the user's passkeys and return the response as JSON. */
export async function verifyPasskey(options: Record<string, unknown>): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return serializeCredential(await navigator.credentials.get({ publicKey }));
}

function serializeCredential(credential: Credential | null): string {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError');
  return JSON.stringify(credential.toJSON());
}

/** Return the message key of a WebAuthn error, or null for other errors. */
export function getFailureReason(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  if (error.name === 'InvalidStateError') return 'twoFactor.passkey.known';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'twoFactor.passkey.cancelled';
  return 'twoFactor.passkey.failed';
}
