import Box from '@mui/material/Box';
import { useRecordContext, useTranslate } from 'ra-core';

import { useFormContext, useWatch } from 'react-hook-form';
import {
  filterParts,
  type PartUse,
  type PartValues,
  type SelectedPart,
  useCategories,
  useParts,
} from '../../api/parts';
import { AutocompleteInput } from '../../core/forms/inputs/choiceInputs';
import { ErrorState } from '../../core/ui/EmptyState';
import { PartLabel } from './PartLabel';

const NO_PARTS: SelectedPart[] = [];
/** Style of a grid cell or flex item. Overrides react-admin's minimum width, which would overlap the next cell. */
const cell = (share: number, width: number) => ({
  gridColumn: { xs: '1 / -1', sm: 'auto' },
  flex: `${share} 1 ${width}px`,
  minWidth: 0,
  '& .MuiAutocomplete-root': { minWidth: 0 },
});
const categoryCell = cell(5, 200);
const partCell = cell(8, 260);
const getPartName = (part: SelectedPart): string => part.name;
const matches = (typed: string, part: SelectedPart): boolean => filterParts([part], typed).length > 0;

/** Inputs for category and part, as two grid cells. The form values are `category` and `partId`. */
export function PartInputs({ use, isRequired = false }: { use: PartUse; isRequired?: boolean }) {
  const translate = useTranslate();
  const { setValue } = useFormContext<PartValues>();
  const category = useWatch<PartValues, 'category'>({ name: 'category' });
  const categories = useCategories();
  const parts = useParts(use, category);

  const failed = [categories, parts].find(({ error }) => error);
  if (failed?.error) {
    return (
      <Box sx={{ gridColumn: '1 / -1' }}>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </Box>
    );
  }
  return (
    <>
      <Box sx={categoryCell}>
        <AutocompleteInput
          source="category"
          label="catalogue.category"
          choices={categories.data ?? []}
          // Each category has other parts.
          onChange={() => setValue('partId', '')}
          placeholder={translate('catalogue.chooseCategory')}
          disabled={!categories.data}
          disableClearable
          filterSelectedOptions={false}
          {...{ isRequired }}
        />
      </Box>
      <Box sx={partCell}>
        <AutocompleteInput<SelectedPart>
          source="partId"
          label="catalogue.part"
          choices={parts.data ?? NO_PARTS}
          optionValue="id"
          optionText={<PartOption />}
          inputText={getPartName}
          matchSuggestion={matches}
          placeholder={translate(category ? 'catalogue.searchPart' : 'catalogue.categoryFirst')}
          loading={parts.isLoading}
          filterSelectedOptions={false}
          disabled={!category}
          {...{ isRequired }}
        />
      </Box>
    </>
  );
}

/** Option of the part autocomplete. */
function PartOption() {
  const part = useRecordContext<SelectedPart>();
  return part ? <PartLabel plain imageUrl={part.imageUrl} name={part.name} secondary={part.maker} /> : null;
}
