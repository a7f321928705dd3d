import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useAuthProvider, useTranslate } from 'ra-core';
import { type KeyboardEvent, useState } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { Navigate, useLocation } from 'react-router';
import { ApiError } from '../../api/errors';
import { setupQuery } from '../../api/setup';
import type { LoginStep } from '../../api/types';
import { useSession, useSessionEndReason } from '../../api/useSession';
import { PasswordInput } from '../../core/forms/inputs/PasswordInput';
import { useLanguage } from '../../core/i18n/useLanguage';
import { LoadingScreen } from '../../core/layout/LoadingScreen';
import { LocalizedLink } from '../../core/routing/links';
import { clearLoginAttempt, isLoginAttempted, justLoggedIn, markLoginAttempted } from '../../core/routing/postLogin';
import { buildHomeUrl, getPostLoginRedirect } from '../../core/routing/urls';
import { toChunkError } from '../../core/ui/chunkErrors';
import { getErrorKey, useErrorMessage } from '../../core/ui/errorMessage';
import { LazyDialog } from '../../core/ui/LazyDialog';
import { lazyPart } from '../../core/ui/lazyPart';
import { useDocumentTitle } from '../../core/ui/PageHeader';
import { getPasskeyObstacle } from '../twoFactor/webauthn';
import { LoginShowcase } from './LoginShowcase';
import type { Forgotten } from './PasswordResetDialog';
import { PublicHeader } from './PublicHeader';

const FORM_WIDTH = 480;

const TwoFactorLogin = lazyPart(() => import('../twoFactor/TwoFactorLogin'), { fallback: <LoadingScreen /> });

/** Login page: username, password and language. `redirect_to` in the URL is the next page. */
export default function LoginPage() {
  const { session } = useSession();
  const isSignedIn = session !== null;
  const language = useLanguage();
  const { search } = useLocation();
  const translate = useTranslate();
  useDocumentTitle(translate('login.title'));
  if (isSignedIn) {
    // Session started on this page, before, or in another tab.
    const target = getPostLoginRedirect(language, search);
    const opensQuickStart = isLoginAttempted() && target === buildHomeUrl(language, true);
    return <Navigate replace to={target} state={opensQuickStart ? justLoggedIn : null} />;
  }
  return (
    <Box
      sx={{
        display: 'grid',
        flex: 1,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `minmax(0, 1fr) ${FORM_WIDTH}px` },
        gridTemplateRows: { xs: 'auto auto 1fr auto', md: 'auto 1fr auto' },
      }}
    >
      {/* Above both columns on a wide screen. */}
      <Box sx={{ gridRow: 1, gridColumn: '1 / -1', zIndex: 1 }}>
        <PublicHeader />
      </Box>
      <Box
        sx={(theme) => ({
          display: 'grid',
          placeItems: { xs: 'start stretch', md: 'center' },
          padding: { xs: 2, sm: 3, md: 9 },
          gridRow: { xs: 2, md: '1 / -1' },
          gridColumn: { md: 2 },
          backgroundColor: theme.vars.palette.background.paper,
          borderBlock: { xs: `1px solid ${theme.vars.palette.divider}`, md: 0 },
          borderInlineStart: { md: `1px solid ${theme.vars.palette.divider}` },
        })}
      >
        <LoginForm />
      </Box>
      {/* Below the form on a phone. */}
      <Box
        sx={{
          display: 'grid',
          gridRow: { xs: 3, md: 2 },
          gridColumn: 1,
          padding: { xs: 2, md: 7 },
          paddingBlock: { xs: 3 },
        }}
      >
        <LoginShowcase />
      </Box>
      <Box
        component="footer"
        sx={{
          display: 'flex',
          gap: 2.5,
          padding: { xs: 2, md: 7 },
          paddingTop: { md: 0 },
          paddingBottom: { md: 5 },
          gridRow: { xs: 4, md: 3 },
          gridColumn: 1,
        }}
      >
        <LocalizedLink to="sts-description">{translate('login.description')}</LocalizedLink>
        <LocalizedLink to="sts-disclaimer">{translate('login.disclaimer')}</LocalizedLink>
      </Box>
    </Box>
  );
}

function LoginForm() {
  const language = useLanguage();
  const translate = useTranslate();
  const auth = useAuthProvider();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [step, setStep] = useState<LoginStep | null>(null);
  const getFailureMessage = useFailureMessage();
  const ended = useSessionEndReason();
  const form = useForm({ defaultValues: { username: '', password: '' } });
  const complete = isComplete(form.watch());

  const submit = form.handleSubmit(async (values) => {
    if (!isComplete(values)) return;
    setFailure(null);
    markLoginAttempted();
    try {
      setStep((await auth?.login({ username: values.username.trim(), password: values.password })) ?? null);
      form.resetField('password');
    } catch (error) {
      clearLoginAttempt();
      setFailure({ error, messageLanguage: language });
      // The submit button had the focus and is disabled while the request runs.
      form.setFocus('password', { shouldSelect: isRejected(error) });
    }
  });

  /** Submit on Enter. Some password managers fill in fields without an event, so the button may still be disabled. */
  const onEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    // React events of dialogs opened from the form bubble through portals.
    const isFormInput = event.target instanceof HTMLInputElement && event.currentTarget.contains(event.target);
    if (event.key !== 'Enter' || complete || !isFormInput) return;
    event.preventDefault();
    for (const [name, value] of new FormData(event.currentTarget)) form.setValue(name as 'username', String(value));
    void submit();
  };

  const loginByPasskey = async () => {
    setFailure(null);
    markLoginAttempted();
    try {
      const { logInWithPasskey } = await import('../twoFactor/passkeyLogin');
      await logInWithPasskey();
    } catch (error) {
      clearLoginAttempt();
      setFailure({ error: await toChunkError(error), messageLanguage: language, byPasskey: true });
    }
  };

  if (step) {
    const handleBack = () => {
      clearLoginAttempt();
      setStep(null);
    };
    return <TwoFactorLogin step={step} onBack={handleBack} />;
  }
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        onKeyDown={onEnter}
        sx={{ display: 'grid', gap: 2, width: '100%', maxWidth: 360 }}
      >
        <Typography variant="h1">{translate('login.title')}</Typography>
        <FirstRun />
        {failure ? (
          <Alert severity="error">{getFailureMessage(failure, failure.messageLanguage === language)}</Alert>
        ) : (
          ended && <Alert severity="info">{translate(ended)}</Alert>
        )}
        <TextInput source="username" label="login.username" autoComplete="username" autoFocus />
        <PasswordInput source="password" label="login.password" autoComplete="current-password" />
        <Button
          type="submit"
          variant="contained"
          color="primary"
          size="large"
          disabled={!complete}
          loading={form.formState.isSubmitting}
        >
          {translate('login.submit')}
        </Button>
        {getPasskeyObstacle() === null && (
          <Button variant="outlined" size="large" onClick={() => void loginByPasskey()}>
            {translate('login.passkey')}
          </Button>
        )}
        <SecondaryActions />
      </Box>
    </FormProvider>
  );
}

const isComplete = ({ username, password }: { username: string; password: string }) =>
  username.trim() !== '' && password !== '';

/** Info for a portal without users about creating the first administrator. */
function FirstRun() {
  const translate = useTranslate();
  const { data } = useQuery(setupQuery);
  return data?.open ? <Alert severity="info">{translate('accountRequests.setup.login')}</Alert> : null;
}

const loadPasswordResetDialog = () => import('./PasswordResetDialog');

/** Links to recover a password or username by email and to request an account. */
function SecondaryActions() {
  const translate = useTranslate();
  const [forgottenField, setForgottenField] = useState<Forgotten | null>(null);
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          columnGap: 2,
          rowGap: { sm: 0.5 },
          // Easy to touch, but close enough to read as a pair.
          '& > button': { minHeight: { xs: 36, sm: 0 } },
        }}
      >
        <Link component="button" type="button" onClick={() => setForgottenField('password')}>
          {translate('accountRequests.forgotPassword')}
        </Link>
        <Link component="button" type="button" onClick={() => setForgottenField('username')}>
          {translate('accountRequests.forgotUsername')}
        </Link>
      </Box>
      <Divider />
      <Typography sx={{ color: 'text.secondary' }}>
        {translate('accountRequests.noAccount')}{' '}
        <LocalizedLink to="request-account/request">{translate('accountRequests.ask')}</LocalizedLink>
      </Typography>
      {forgottenField && (
        <LazyDialog load={loadPasswordResetDialog} forgotten={forgottenField} onClose={() => setForgottenField(null)} />
      )}
    </>
  );
}

/** Error of a login, and the language of the server's message. */
interface Failure {
  error: unknown;
  messageLanguage: string;
  byPasskey?: boolean;
}

/** Return whether username or password were wrong. */
const isRejected = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Return whether the passkey is unknown or no longer registered. */
const isUnknownPasskey = (error: unknown) => error instanceof ApiError && 'credential' in error.fields;

/** Return a function for login error messages. The server's message is used only in its own language. */
function useFailureMessage() {
  const translate = useTranslate();
  const message = useErrorMessage();
  return ({ error, byPasskey = false }: Failure, isSameLanguage: boolean) => {
    if (isRejected(error)) return translate('login.wrong');
    if (byPasskey && (error instanceof DOMException || isUnknownPasskey(error)))
      return translate('login.passkeyFailed');
    if (error instanceof ApiError && error.code === 'ACCOUNT_LOCKED') return translate('login.locked');
    return isSameLanguage ? message(error) : translate(getErrorKey(error));
  };
}
