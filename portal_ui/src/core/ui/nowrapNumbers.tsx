import Box from '@mui/material/Box';

/** Return a sentence whose request numbers do not wrap. */
export function nowrapNumbers(sentence: string) {
  return sentence.split(/(\b[RPS]-\d{4}-\d+)/).map((words, index) =>
    index % 2 === 0 ? (
      words
    ) : (
      <Box key={words + String(index)} component="span" sx={{ whiteSpace: 'nowrap' }}>
        {words}
      </Box>
    ),
  );
}
