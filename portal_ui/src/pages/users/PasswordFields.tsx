import CheckIcon from '@mui/icons-material/CheckCircle';
import CircleIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { PasswordField } from '../../shared/fields/PasswordField';
import type { AccountForm } from './accountForm';
import { marksOf, passwordMarks } from './rules';

/** A new password, what it still lacks, and its repetition; the current one too where it is the own. */
export function PasswordFields({ required, own }: { required: boolean; own: boolean }) {
  const translate = useTranslate();
  const { control, getValues, setValue, trigger } = useFormContext<AccountForm>();
  const password = useWatch<AccountForm, 'password'>({ control, name: 'password' });
  const typed = password !== '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each key of the password
  useEffect(() => {
    if (typed || required) {
      // The repetition was right or wrong about another password.
      if (getValues('confirmPassword') !== '') void trigger('confirmPassword');
      return;
    }
    for (const field of ['confirmPassword', 'currentPassword'] as const) {
      if (getValues(field) !== '') setValue(field, '', { shouldDirty: true });
    }
  }, [password, typed, required, getValues, setValue, trigger]);

  return (
    <>
      <div>
        <PasswordField<AccountForm>
          name="password"
          control={control}
          label={translate(required ? 'users.field.password' : 'users.field.newPassword')}
          required={required}
          optional={!required}
          autoComplete="new-password"
        />
        {(typed || required) && <Marks password={password} />}
      </div>
      {(typed || required) && (
        <PasswordField<AccountForm>
          name="confirmPassword"
          control={control}
          label={translate('users.field.confirmPassword')}
          required
          autoComplete="new-password"
        />
      )}
      {typed && own && (
        <PasswordField<AccountForm>
          name="currentPassword"
          control={control}
          label={translate('users.field.currentPassword')}
          required
          help={translate('users.password.ownHelp')}
          autoComplete="current-password"
        />
      )}
    </>
  );
}

/** What a strong password has, and which of it is there. */
function Marks({ password }: { password: string }) {
  const translate = useTranslate();
  const marks = marksOf(password);
  return (
    <Box
      component="ul"
      aria-label={translate('users.password.marks')}
      sx={(theme) => ({
        ...theme.typography.body2,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr', md: '1fr 1fr' },
        columnGap: 1,
        rowGap: 0.5,
        margin: 0,
        marginTop: 1,
        padding: 0,
        listStyle: 'none',
        color: 'text.secondary',
      })}
    >
      {passwordMarks.map((mark) => {
        const Icon = marks[mark] ? CheckIcon : CircleIcon;
        return (
          <Box component="li" key={mark} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Icon
              aria-hidden
              fontSize="inherit"
              sx={(theme) => ({ color: marks[mark] ? theme.portal.accentText : 'text.tertiary' })}
            />
            {translate(`users.password.mark.${mark}`)}
            {marks[mark] && <span style={visuallyHidden}>{translate('users.password.there')}</span>}
          </Box>
        );
      })}
    </Box>
  );
}
