import { startLogin } from '../../api/authProvider';
import { loginCalls } from '../../api/twoFactor';
import { verifyPasskey } from './webauthn';

/** Log in with a discoverable passkey, which needs no username. */
export async function logInWithPasskey(): Promise<void> {
  const { key, options } = await loginCalls.passkeyOptions();
  startLogin(await loginCalls.withPasskey(key, await verifyPasskey(options)));
}
