import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useMeta } from '../../api/meta';
import type { ProcessRecord } from '../../api/requests';
import { getMatchRoute } from '../../api/search';
import { LocalizedLink } from '../routing/links';

/** What the request was made out of, and what was made out of it: each by its number and where it stands. */
export function RelatedRequests({ related }: Pick<ProcessRecord, 'related'>) {
  const translate = useTranslate();
  const meta = useMeta();
  if (related.length === 0) return null;
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
    >
      {related.map(({ id, number, kind, status, isOrigin }) => (
        <Typography component="li" variant="body2" key={id} sx={{ color: 'text.secondary' }}>
          {translate(isOrigin ? 'process.related.origin' : 'process.related.ledTo')}{' '}
          <LocalizedLink to={getMatchRoute({ id, requestType: kind }, meta) ?? ''}>{number}</LocalizedLink>
          {` · ${status.value}`}
        </Typography>
      ))}
    </Box>
  );
}
