import CheckIcon from '@mui/icons-material/CheckCircle';
import CircleIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Field } from '../../../api/types';
import { maxLength, required, type ValidationMessage } from '../validators';
import { OptionalLabel } from './OptionalLabel';
import { PasswordInput } from './PasswordInput';

/** Criteria of a strong password, in display order. */
const passwordChecks = ['length', 'digit', 'symbol', 'capital'] as const;
type PasswordCheck = (typeof passwordChecks)[number];

/** Return the criteria of a strong password that are met (spec 1, section 5). */
export function getPasswordChecks(password: string): Record<PasswordCheck, boolean> {
  return {
    length: [...password].length >= 8,
    digit: /\p{Nd}/u.test(password),
    symbol: /[^\p{L}\p{N}\s]/u.test(password),
    capital: /[A-Z\u00C0-\u00DE\u0400-\u042F]/.test(password),
  };
}

/** Validate the strength of a password; an empty one is left to `required`. */
export const validatePasswordStrength = (password: string | null | undefined): string | undefined =>
  !password || Object.values(getPasswordChecks(password)).every(Boolean) ? undefined : 'users.password.weak';

const confirmation = 'confirmPassword';

type Props = { field: Pick<Field, 'key' | 'label' | 'help' | 'required' | 'maxLength'> };

/** Inputs of a new password and its confirmation, with the password criteria. */
export function NewPasswordInput({ field }: Props) {
  const translate = useTranslate();
  const { key, label, help, required: isRequired, maxLength: longest } = field;
  const { getValues, setValue, trigger } = useFormContext();
  const password = String(useWatch({ name: key }) ?? '');
  const isTyped = password !== '' || isRequired;
  const rules = useMemo(
    () => [...(isRequired ? [required] : []), maxLength(longest ?? 128), validatePasswordStrength],
    [isRequired, longest],
  );
  const sameRules = useMemo(() => [required, matchesField(key)], [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the password
  useEffect(() => {
    if (!getValues(confirmation)) return;
    // The confirmation was validated against the previous password.
    if (isTyped) void trigger(confirmation);
    else setValue(confirmation, '', { shouldDirty: true });
  }, [password, isTyped]);

  return (
    <>
      <div>
        <PasswordInput
          source={key}
          label={isRequired ? label : <OptionalLabel label={label} />}
          validate={rules}
          helperText={help ?? false}
          autoComplete="new-password"
        />
        {isTyped && <PasswordChecks password={password} />}
      </div>
      {isTyped && (
        <PasswordInput
          source={confirmation}
          label={translate('users.password.confirm')}
          validate={sameRules}
          autoComplete="new-password"
        />
      )}
    </>
  );
}

const matchesField =
  (key: string) =>
  (value: unknown, values: Record<string, unknown>): ValidationMessage | undefined =>
    value && value !== values[key] ? 'users.password.mismatch' : undefined;

/** List of the password criteria, with a check mark on those that are met. */
function PasswordChecks({ password }: { password: string }) {
  const translate = useTranslate();
  const checks = getPasswordChecks(password);
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
      {passwordChecks.map((check) => {
        const Icon = checks[check] ? CheckIcon : CircleIcon;
        return (
          <Box component="li" key={check} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Icon
              aria-hidden
              fontSize="inherit"
              sx={(theme) => ({ color: checks[check] ? theme.portal.accentText : 'text.tertiary' })}
            />
            {translate(`users.password.mark.${check}`)}
            {checks[check] && <span style={visuallyHidden}>{translate('users.password.there')}</span>}
          </Box>
        );
      })}
    </Box>
  );
}
