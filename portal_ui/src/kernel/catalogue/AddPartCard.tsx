import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'ra-core';
import { memo, useEffect } from 'react';
import { AutocompleteInput, TextInput } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { useErrorMessage } from '../../server/errorMessage';
import { useMeta } from '../../server/meta';
import { ErrorState } from '../../shared/Empty';
import { Thumb } from '../files/Thumb';
import type { Broken } from '../saving/rules';
import { type ChosenPart, findParts, type PartUse, useCategories, useParts } from './catalogue';
import { quantityProblem } from './quantity';

type AddPartValues = { category: string; partId: number | ''; quantity: string };

interface AddPartCardProps {
  use: PartUse;
  /** What else stands against a quantity, beside the rules of the field. Keep it steady. */
  refuses?: (quantity: number, part: ChosenPart | undefined) => Broken | undefined;
  onAdd: (part: ChosenPart, quantity: number) => void;
}

const noParts: ChosenPart[] = [];
const wide = { gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 };
const nameOf = (part: ChosenPart): string => part.name;
const matches = (typed: string, part: ChosenPart): boolean => findParts([part], typed).length > 0;

/** Category, then part, then quantity: what is added next. */
export const AddPartCard = memo(function AddPartCard({ use, refuses, onAdd }: AddPartCardProps) {
  const translate = useTranslate();
  const errorMessage = useErrorMessage();
  const { limits } = useMeta();
  const form = useForm<AddPartValues>({ mode: 'onChange', defaultValues: { category: '', partId: '', quantity: '1' } });
  const { category, partId, quantity } = useWatch({ control: form.control }) as AddPartValues;
  const categories = useCategories();
  const parts = useParts(use, category);
  const part = parts.data?.find(({ id }) => id === partId);

  const judgeQuantity = (text: string): Broken | undefined => {
    const problem = quantityProblem(text, limits.quantity);
    if (problem) return { message: `catalogue.quantityProblem.${problem}`, args: { max: limits.quantity } };
    return refuses?.(Number(text), part);
  };
  const ready = part !== undefined && judgeQuantity(quantity) === undefined;

  const { setValue } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another category has other parts
  useEffect(() => setValue('partId', ''), [category, setValue]);

  const add = form.handleSubmit(() => {
    if (!part || !ready) return;
    onAdd(part, Number(quantity));
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
    <FormProvider {...form}>
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
            <AutocompleteInput
              source="category"
              label="catalogue.category"
              choices={categories.data ?? []}
              TextFieldProps={{ placeholder: translate('catalogue.chooseCategory') }}
              disabled={!categories.data}
              disableClearable
              filterSelectedOptions={false}
            />
          </Box>
          <Box sx={wide}>
            <AutocompleteInput<ChosenPart>
              source="partId"
              label="catalogue.part"
              choices={parts.data ?? noParts}
              optionValue="id"
              optionText={<PartOption />}
              inputText={nameOf}
              matchSuggestion={matches}
              TextFieldProps={{ placeholder: translate(category ? 'catalogue.searchPart' : 'catalogue.categoryFirst') }}
              loading={parts.isLoading}
              filterSelectedOptions={false}
              disabled={!category}
            />
          </Box>
          <TextInput
            source="quantity"
            label="catalogue.quantity"
            validate={judgeQuantity}
            inputMode="numeric"
            disabled={!part}
            autoComplete="off"
          />
          <Button type="submit" disabled={!ready} startIcon={<AddIcon />} sx={{ mt: 3, minHeight: 40 }}>
            {translate('catalogue.add')}
          </Button>
        </Box>
      </Card>
    </FormProvider>
  );
});

/** A part among the choices: picture, name and maker. */
function PartOption() {
  const part = useRecordContext<ChosenPart>();
  if (!part) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Thumb plain imageUrl={part.imageUrl} name={part.name} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" component="div">
          {part.name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          {part.maker}
        </Typography>
      </Box>
    </Box>
  );
}
