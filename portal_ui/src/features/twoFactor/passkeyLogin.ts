import { startLogin } from '../../api/authProvider';
import { loginCalls } from '../../api/twoFactor';
import { verifyPasskey } from './webauthn';

/** Logs in with a passkey alone: the device knows for whom. */
export async function logInWithPasskey(): Promise<void> {
  const { key, options } = await loginCalls.passkeyOptions();
  startLogin(await loginCalls.withPasskey(key, await verifyPasskey(options)));
}
