import MuiLink, { type LinkProps } from '@mui/material/Link';
import { useCallback } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLanguage } from '../i18n/useLanguage';

/** Return a function that adds the language: "profile" becomes "/en/profile". */
export function useLocalizedPath(): (route: string) => string {
  const language = useLanguage();
  return useCallback((route) => `/${language}/${route}`, [language]);
}

type Props = Omit<LinkProps, 'href'> & { to: string; replace?: boolean };

/** Link to a route without language. For buttons: `component={RouterLink} to={path(route)}`. */
export function LocalizedLink({ to, ...link }: Props) {
  const path = useLocalizedPath();
  return <MuiLink component={RouterLink} to={path(to)} {...link} />;
}

export { RouterLink };
