import Box from '@mui/material/Box';

/** Return a sentence whose request numbers do not wrap. */
export function nowrapNumbers(sentence: string) {
  return sentence.split(/(\b[RPS]-\d{4}-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Box key={part + String(index)} component="span" sx={{ whiteSpace: 'nowrap' }}>
        {part}
      </Box>
    ),
  );
}
