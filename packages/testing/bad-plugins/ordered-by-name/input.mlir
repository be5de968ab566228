func.func @marked() {
  return
}
