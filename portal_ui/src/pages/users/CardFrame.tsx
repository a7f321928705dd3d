import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { ProblemAlert } from '../../kernel/saving/ProblemAlert';
import { StaleNotice } from '../../kernel/saving/StaleNotice';
import { onSubmitShortcut } from '../../kernel/saving/useSubmitShortcut';
import type { CardForm } from './useCard';

type FrameProps = { title: string; hint?: ReactNode; children: ReactNode };

/** A card of a user: what it is about at the left, its content at the right; on a phone below. */
export function CardFrame({ title, hint, children }: FrameProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ padding: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'grid', gap: { xs: 2, lg: 4 }, gridTemplateColumns: { lg: '220px minmax(0, 720px)' } }}>
        <div>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {hint && (
            <Typography variant="body2" sx={{ marginTop: 0.5, color: 'text.secondary' }}>
              {hint}
            </Typography>
          )}
        </div>
        <Box sx={{ minWidth: 0 }}>{children}</Box>
      </Box>
    </Card>
  );
}

type FormProps<T extends FieldValues> = FrameProps & { card: CardForm<T> };

/** A card with fields and its own Save. Enter in a field saves it. */
export function FormCard<T extends FieldValues>({ card, children, ...frame }: FormProps<T>) {
  const translate = useTranslate();
  const { form, submit, problem, stale } = card;
  const saveButton = useFocusAfter(stale !== null);
  return (
    <CardFrame {...frame}>
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          onKeyDown={onSubmitShortcut(submit)}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          sx={{ display: 'grid', gap: 2 }}
        >
          {children}
          {stale && <StaleNotice differences={stale} onResolve={card.choose} />}
          {problem && <ProblemAlert problem={problem} onClose={card.dismiss} />}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button
              ref={saveButton}
              type="submit"
              variant="contained"
              color="primary"
              disabled={stale !== null}
              loading={form.formState.isSubmitting}
            >
              {translate('users.save')}
            </Button>
          </Box>
        </Box>
      </FormProvider>
    </CardFrame>
  );
}

/** Takes the focus when what stood above it is gone, the button pressed there with it. */
function useFocusAfter(shown: boolean) {
  const target = useRef<HTMLButtonElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current && !shown) target.current?.focus();
    before.current = shown;
  }, [shown]);
  return target;
}
