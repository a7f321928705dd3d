import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslate } from 'ra-core';
import { memo, type ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useMeta } from '../../api/meta';
import { type PartUse, type PartValues, type SelectedPart, useSelectedPart } from '../../api/parts';
import type { ValidationMessage } from '../../core/forms/validators';
import { PartInputs } from './PartInputs';
import { validateQuantity } from './quantity';

type AddPartValues = PartValues & { quantity: string };

interface AddPartCardProps {
  use: PartUse;
  /** Additional validation of the quantity; must be a stable function. */
  validateTotal?: (quantity: number, part: SelectedPart | undefined) => ValidationMessage | undefined;
  onAdd: (part: SelectedPart, quantity: number) => void;
  /** Button below the fields; must be a stable element. */
  footer?: ReactNode;
}

const quantityStyle = {
  flex: '1 0 96px',
  maxWidth: { md: 96 },
  // A value, not a placeholder, also before a part is chosen.
  '& .MuiInputBase-input.Mui-disabled': { color: 'text.primary', WebkitTextFillColor: 'currentcolor' },
} as const;

/** Form to add a part by category, part and quantity. */
export const AddPartCard = memo(function AddPartCard({ use, validateTotal, onAdd, footer }: AddPartCardProps) {
  const translate = useTranslate();
  const { limits } = useMeta();
  const form = useForm<AddPartValues>({ mode: 'onChange', defaultValues: { category: '', partId: '', quantity: '1' } });
  const chosen = useWatch({ control: form.control }) as AddPartValues;
  const part = useSelectedPart(use, chosen);
  const validateChosen = (text: string): ValidationMessage | undefined =>
    validateQuantity(text, limits.quantity) ?? validateTotal?.(Number(text), part);
  const ready = part !== undefined && validateChosen(chosen.quantity) === undefined;

  const add = form.handleSubmit(({ category, quantity }) => {
    if (!part || !ready) return;
    onAdd(part, Number(quantity));
    // Reset disables the button and clears the field refs: focus the next part before.
    form.setFocus('partId');
    form.reset({ category, partId: '', quantity: '1' });
  });
  return (
    <FormProvider {...form}>
      <Card component="form" noValidate onSubmit={add} aria-label={translate('catalogue.addTitle')} sx={{ p: 2 }}>
        {/* The available width depends on the navigation, too: wrap instead of using breakpoints. */}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 1.5 }}>
          <PartInputs use={use} />
          <TextInput
            sx={quantityStyle}
            source="quantity"
            label="catalogue.quantity"
            validate={validateChosen}
            inputMode="numeric"
            disabled={!part}
            autoComplete="off"
          />
          <Button type="submit" disabled={!ready} startIcon={<AddIcon />} sx={{ mt: 3, minHeight: 40 }}>
            {translate('catalogue.add')}
          </Button>
        </Box>
        {footer}
      </Card>
    </FormProvider>
  );
});
