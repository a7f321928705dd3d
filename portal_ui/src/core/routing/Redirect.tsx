import { startTransition, useEffect, useReducer } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useSession } from '../../api/useSession';
import { getStoredLanguage, isLanguage } from '../i18n/language';
import { buildHomeUrl, buildLoginUrl } from './urls';

/** Redirect to another address, repeated if the old one is opened again. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  const [popCount, countPop] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const onPop = () => startTransition(countPop);
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each popstate redirects again
  useEffect(() => {
    navigate(to, { replace: true });
  }, [navigate, to, popCount]);
  return null;
}

/** Redirect to home or login, e.g. from an unknown address or an invalid language. */
export function RedirectHome() {
  const { session } = useSession();
  const { lang } = useParams();
  const from = useLocation();
  const language = isLanguage(lang) ? lang : getStoredLanguage();
  return <Redirect to={session ? buildHomeUrl(language, true) : buildLoginUrl(language, from)} />;
}
