import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import type { RowPicture } from '../../api/imports';
import { Thumbnail } from '../../core/files/Thumbnail';
import { Dash } from '../../core/tables/CellText';

interface ReviewedCellProps {
  text: string;
  /** Current value, if the import changes it. */
  old: string | undefined;
  /** Notes on how an ambiguous value was interpreted. */
  notes: string[] | undefined;
  /** URLs of the new and the current image. */
  pictures?: RowPicture | undefined;
}

/** New value of a cell, below the value that it replaces. */
export function ReviewedCell({ text, old, notes, pictures }: ReviewedCellProps) {
  const translate = useTranslate();
  const changed = old !== undefined;
  return (
    <Box className={changed ? 'changed' : ''} title={text || undefined}>
      {changed && (
        <del>
          <Box component="span" sx={visuallyHidden}>
            {translate('imports.review.was')}{' '}
          </Box>
          {pictures?.oldUrl ? <Thumbnail imageUrl={pictures.oldUrl} name={old} /> : old || <Dash />}
        </del>
      )}
      <Box component={changed ? 'ins' : 'span'}>
        {changed && (
          <Box component="span" sx={visuallyHidden}>
            {translate('imports.review.becomes')}{' '}
          </Box>
        )}
        {pictures?.url && (
          <Box component="span" sx={{ marginInlineEnd: 1 }}>
            <Thumbnail imageUrl={pictures.url} name={text} />
          </Box>
        )}
        {text || <Dash />}
      </Box>
      {notes?.map((note) => (
        <Typography key={note} variant="body2" component="span" sx={{ display: 'block', color: 'text.tertiary' }}>
          {note}
        </Typography>
      ))}
    </Box>
  );
}
