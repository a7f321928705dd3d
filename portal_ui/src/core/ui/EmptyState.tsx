import type { SvgIconComponent } from '@mui/icons-material';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useErrorMessage } from './errorMessage';

type Props = {
  icon: SvgIconComponent;
  title: string;
  children?: ReactNode;
  /** Button or link of the next action. */
  action?: ReactNode;
  role?: 'alert' | 'status';
  /** Error style. */
  failed?: boolean;
};

/** Empty state with icon, text and next action. */
export function EmptyState({ icon: Icon, title, children, action, role, failed = false }: Props) {
  return (
    <Box
      role={role}
      sx={{ display: 'grid', justifyItems: 'center', gap: 1, paddingBlock: 7, paddingInline: 2, textAlign: 'center' }}
    >
      <Box
        aria-hidden
        sx={(theme) => ({
          display: 'grid',
          placeItems: 'center',
          width: 48,
          height: 48,
          marginBottom: 1,
          borderRadius: `${theme.portal.cardRadius}px`,
          color: failed ? theme.status.rejected.text : theme.portal.accentText,
          backgroundColor: failed ? theme.status.rejected.background : theme.portal.accentSoft,
        })}
      >
        <Icon />
      </Box>
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      {children && (
        <Typography sx={{ color: 'text.secondary', maxWidth: 440, textWrap: 'balance' }}>{children}</Typography>
      )}
      {action && <Box sx={{ marginTop: 1 }}>{action}</Box>}
    </Box>
  );
}

/** Empty state of a part of a page, as one line. */
export function EmptyLine({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Typography sx={{ padding: 2, minHeight: 56, color: 'text.secondary' }}>
      <Box component="span" sx={{ color: 'text.primary', fontWeight: 'fontWeightMedium' }}>
        {title}
      </Box>{' '}
      {children}
    </Typography>
  );
}

type ErrorStateProps = {
  /** A string is shown as it is. */
  error: unknown;
  onRetry?: () => void;
  /** True if the retry reloads the page. */
  mustReload?: boolean;
};

/** Error state with a retry. */
export function ErrorState({ error, onRetry, mustReload = false }: ErrorStateProps) {
  const translate = useTranslate();
  const message = useErrorMessage();
  return (
    <EmptyState
      role="alert"
      failed
      icon={ErrorIcon}
      title={translate('shared.errorTitle')}
      action={
        onRetry && <Button onClick={onRetry}>{translate(mustReload ? 'shared.reloadPage' : 'shared.tryAgain')}</Button>
      }
    >
      {typeof error === 'string' ? error : message(error)}
    </EmptyState>
  );
}
