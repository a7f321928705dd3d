import { beginSession } from '../../api/authProvider';
import { loginCalls } from '../../api/twoFactor';
import { provePasskey } from './webauthn';

/** Logs in with a passkey alone: the device knows for whom. */
export async function logInWithPasskey(): Promise<void> {
  const { key, options } = await loginCalls.passkeyOptions();
  beginSession(await loginCalls.withPasskey(key, await provePasskey(options)));
}
