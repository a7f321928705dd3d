import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { memo, useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useErrorMessage } from '../../server/errorMessage';
import { useMeta } from '../../server/meta';
import { ErrorState } from '../../shared/Empty';
import { AutocompleteField } from '../../shared/fields/AutocompleteField';
import { SelectField } from '../../shared/fields/SelectField';
import { TextField } from '../../shared/fields/TextField';
import { Thumb } from '../files/Thumb';
import { type ChosenPart, findParts, type PartUse, useCategories, useParts } from './catalogue';
import { quantityProblem } from './quantity';

type AddPartValues = { category: string; partId: string; quantity: string };
type PartChoice = ChosenPart & { key: string };

type AddPartCardProps = {
  use: PartUse;
  /** What else stands against a quantity, beside the rules of the field. Keep it steady. */
  refuses?: (quantity: number, part: ChosenPart | undefined) => string | undefined;
  onAdd: (part: ChosenPart, quantity: number) => void;
};

const wide = { gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 };

/** Category, then part, then quantity: what is added next. */
export const AddPartCard = memo(function AddPartCard({ use, refuses, onAdd }: AddPartCardProps) {
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const { limits } = useMeta();
  const form = useForm<AddPartValues>({ mode: 'onChange', defaultValues: { category: '', partId: '', quantity: '1' } });
  const { category, partId, quantity } = useWatch({ control: form.control }) as AddPartValues;
  const categories = useCategories();
  const parts = useParts(use, category);
  const choices: PartChoice[] = (parts.data ?? []).map((part) => ({ ...part, key: String(part.id) }));
  const part = choices.find(({ key }) => key === partId);

  const problemOf = (text: string): string | undefined => {
    const problem = quantityProblem(text, limits.quantity);
    if (problem) return translate(`catalogue.quantityProblem.${problem}`, { max: limits.quantity });
    return refuses?.(Number(text), part);
  };
  const ready = part !== undefined && problemOf(quantity) === undefined;

  const { setValue } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another category has other parts
  useEffect(() => setValue('partId', ''), [category, setValue]);

  const add = form.handleSubmit(() => {
    if (!part || !ready) return;
    const { key: _, ...chosen } = part;
    onAdd(chosen, Number(quantity));
    form.reset({ category, partId: '', quantity: '1' });
  });

  const failed = categories.error ?? parts.error;
  if (failed) {
    return (
      <Card>
        <ErrorState
          message={errorMessage(failed)}
          onRetry={() => void (categories.error ? categories.refetch() : parts.refetch())}
        />
      </Card>
    );
  }
  return (
    <Card component="form" noValidate onSubmit={add} aria-label={translate('catalogue.addTitle')} sx={{ p: 2 }}>
      <Box
        sx={{
          display: 'grid',
          alignItems: 'start',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 5fr) minmax(0, 8fr) 96px auto' },
        }}
      >
        <Box sx={wide}>
          <SelectField
            control={form.control}
            name="category"
            label={translate('catalogue.category')}
            choices={categories.data ?? []}
            emptyLabel={translate('catalogue.chooseCategory')}
            disabled={!categories.data}
          />
        </Box>
        <Box sx={wide}>
          <AutocompleteField<AddPartValues, PartChoice>
            control={form.control}
            name="partId"
            label={translate('catalogue.part')}
            choices={choices}
            placeholder={translate(category ? 'catalogue.searchPart' : 'catalogue.categoryFirst')}
            loading={parts.isLoading}
            disabled={!category}
            filterOptions={(options, { inputValue }) => findParts(options, inputValue)}
            renderOption={({ key, ...option }, choice) => (
              <Box component="li" key={key} {...option} sx={{ gap: 1.5 }}>
                <Thumb plain imageUrl={choice.imageUrl} name={choice.name} />
                <Box sx={{ minWidth: 0 }}>
                  <Typography variant="subtitle1" component="div">
                    {choice.name}
                  </Typography>
                  <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
                    {choice.maker}
                  </Typography>
                </Box>
              </Box>
            )}
          />
        </Box>
        <TextField
          control={form.control}
          name="quantity"
          label={translate('catalogue.quantity')}
          inputMode="numeric"
          disabled={!part}
          autoComplete="off"
          rules={{ validate: (text) => problemOf(text) ?? true }}
        />
        <Button type="submit" disabled={!ready} startIcon={<AddIcon />} sx={{ mt: 3, minHeight: 40 }}>
          {translate('catalogue.add')}
        </Button>
      </Box>
    </Card>
  );
});
