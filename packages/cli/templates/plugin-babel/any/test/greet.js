export const greet = (name) => {
  console.debug(`greeting ${name}`);
  return `Hello, ${name}`;
};
