/** Message key of why no passkey can be used here, or null. */
export function getPasskeyObstacle(): string | null {
  if (isNumber(location.hostname)) return 'factors.passkey.needsName';
  if (!window.isSecureContext) return 'factors.passkey.needsHttps';
  // What the server says as JSON, current browsers read themselves.
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) return 'factors.passkey.needsBrowser';
  return null;
}

/** The address by which this machine has a name, where it was opened by its number. */
export function getNamedOrigin(): string {
  return location.hostname.startsWith('127.') ? location.origin.replace(location.hostname, 'localhost') : 'https://…';
}

const isNumber = (host: string) => /^[\d.]+$/.test(host) || host.startsWith('[');

/** Create a passkey on the device, as JSON. Throws what the browser throws, see `getFailureReason`. */
export async function createPasskey(options: Record<string, unknown>): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return serializeCredential(await navigator.credentials.create({ publicKey }));
}

/** Verify by one of the user's passkeys; returns its answer as JSON. */
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

/** Message key of what a browser refused; null for any other error. */
export function getFailureReason(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  if (error.name === 'InvalidStateError') return 'factors.passkey.known';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'factors.passkey.cancelled';
  return 'factors.passkey.failed';
}
