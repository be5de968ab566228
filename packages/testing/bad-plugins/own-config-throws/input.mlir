func.func @special() {
  return
}
