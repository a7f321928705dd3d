import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import ToggleButton from '@mui/material/ToggleButton';
import { useTranslate } from 'ra-core';
import type { ResourceMeta } from '../../server/types';
import { ChoiceFilter } from './ChoiceFilter';
import { ColumnsMenu } from './ColumnsMenu';
import { type FilterValue, hasChoices, isFiltered, type ListState } from './listState';
import { useDebounced } from './useDebounced';

const searchDebounce = 300;

type Props = {
  resource: ResourceMeta;
  state: ListState;
  onChange: (part: Partial<ListState>, options?: { replace?: boolean }) => void;
};

/** Search, filters and columns of a declared list. */
export function ListToolbar({ resource, state, onChange }: Props) {
  const translate = useTranslate();
  const setFilter = (key: string, value: FilterValue | null) => {
    const { [key]: _, ...others } = state.filters;
    onChange({ filters: value ? { ...others, [key]: value } : others });
  };
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, padding: 1.5 }}>
      {resource.search && <SearchField keyword={state.keyword} onChange={onChange} />}
      {resource.filters.map((filter) => {
        if (filter.type === 'switch') {
          const on = state.filters[filter.key] === true;
          return (
            <ToggleButton
              key={filter.key}
              value={filter.key}
              selected={on}
              onChange={() => setFilter(filter.key, on ? null : true)}
            >
              {filter.label}
            </ToggleButton>
          );
        }
        if (!hasChoices(filter) || filter.choices.length === 0) return null;
        return (
          <ChoiceFilter
            key={filter.key}
            filter={filter}
            chosen={chosenOf(state.filters[filter.key])}
            onChange={(chosen) => setFilter(filter.key, chosen.length > 0 ? chosen : null)}
          />
        );
      })}
      {isFiltered(state) && (
        <Button variant="text" onClick={() => onChange({ keyword: '', filters: {} })}>
          {translate('lists.clear')}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      <ColumnsMenu
        all={resource.columns}
        shown={state.columns}
        onChange={(columns) => onChange({ columns, page: state.page })}
      />
    </Box>
  );
}

function chosenOf(value: FilterValue | undefined): string[] {
  return Array.isArray(value) ? value : [];
}

function SearchField({ keyword, onChange }: { keyword: string; onChange: Props['onChange'] }) {
  const translate = useTranslate();
  const [text, setText] = useDebounced(keyword, searchDebounce, (word: string) =>
    onChange({ keyword: word }, { replace: true }),
  );
  return (
    <OutlinedInput
      size="small"
      type="text"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text) {
          event.stopPropagation();
          setText('');
        }
      }}
      placeholder={translate('lists.search')}
      startAdornment={<SearchIcon aria-hidden sx={{ fontSize: 18, color: 'text.tertiary' }} />}
      endAdornment={
        text && (
          <IconButton size="small" edge="end" aria-label={translate('lists.clearSearch')} onClick={() => setText('')}>
            <CloseIcon />
          </IconButton>
        )
      }
      inputProps={{ 'aria-label': translate('lists.search'), maxLength: 200, enterKeyHint: 'search' }}
      sx={{ flex: { xs: '1 1 100%', sm: '0 1 300px' } }}
    />
  );
}
