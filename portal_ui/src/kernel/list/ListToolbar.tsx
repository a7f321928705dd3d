import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { FilterLiveForm, useListContext, useTranslate } from 'ra-core';
import { ColumnsButton } from './ColumnsButton';
import { BarFilter, KeywordInput } from './filterInputs';
import { isFiltered } from './listParams';
import { useListScreen } from './listScreen';
import { SortButton } from './SortButton';

const searchDebounce = 300;

/** Search, filters and columns of a declared list. */
export function ListToolbar() {
  const translate = useTranslate();
  const { resource } = useListScreen();
  const { filterValues, setFilters } = useListContext();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <Box role="search" sx={barStyle}>
      {resource.search && (
        <FilterLiveForm debounce={searchDebounce}>
          <KeywordInput />
        </FilterLiveForm>
      )}
      {resource.filters.length > 0 && (
        <FilterLiveForm debounce={0}>
          {resource.filters.map((filter) => (
            <BarFilter key={filter.key} filter={filter} />
          ))}
        </FilterLiveForm>
      )}
      {isFiltered(filterValues) && (
        <Button variant="text" onClick={() => setFilters({})}>
          {translate('lists.clear')}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      {phone && <SortButton />}
      <ColumnsButton />
    </Box>
  );
}

const barStyle = (theme: Theme) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  padding: 1.5,
  '& form': { display: 'contents' },
  // The bar names each filter inside its field; who cannot see it still hears the label.
  '& .MuiInputLabel-root': visuallyHidden,
  '& .MuiFormControl-root': {
    margin: 0,
    minWidth: 0,
    maxWidth: 260,
    [theme.breakpoints.down('sm')]: { flex: '1 1 40%', maxWidth: 'none' },
  },
  '& .ra-input-keyword': { flex: '0 1 300px', [theme.breakpoints.down('sm')]: { flex: '1 1 100%', maxWidth: 'none' } },
  displayPrint: 'none',
});
